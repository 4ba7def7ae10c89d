// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

using NsysCells = std::vector<std::string_view>;

/// The report of `nsys stats` with the kernels of a capture; its base and mangled variants have the same
/// columns.
inline constexpr std::string_view kernel_report = "cuda_gpu_kern_sum";

/// What llmprof makes of a report.
enum class NsysReportUse {
  kernels,        ///< A row per kernel: a summary.
  launches,       ///< A row per launch.
  ranges,         ///< A row per range, or per name of ranges.
  range_kernels,  ///< A row per range name and kernel.
  none,           ///< Known by name.
};

/// How the report of this name is used; none for names that are not known.
[[nodiscard]] NsysReportUse use_of_nsys_report(std::string_view report);

/// A column title of nsys taken apart: `Total Time (ns)` is `Total Time` in `ns`, `Average` has no unit.
struct NsysTitle {
  std::string_view name;
  std::string_view unit;
};
[[nodiscard]] NsysTitle read_nsys_title(std::string_view title);

/// How many ns one of the title's unit is; titles without a unit are in ns. Absent for other units.
[[nodiscard]] std::optional<double> ns_per(NsysTitle const& title);

/// The report of `nsys stats` that has these columns; empty if none does. Several reports share some columns:
/// the name is the first one's.
[[nodiscard]] std::string_view find_nsys_report(NsysCells const& header);

/// The same for a line of CSV.
[[nodiscard]] std::string_view find_nsys_report(std::string_view line);

/// True if the line has one of the words that every header has: others need not be taken apart.
[[nodiscard]] bool may_be_nsys_header(std::string_view line);

/// The report that a line between tables announces, as it is called today: `Processing [x.sqlite] with
/// [.../gpukernsum.py]`, `[5/8] Executing 'gpukernsum' stats report`, `** CUDA GPU Kernel Summary
/// (cuda_gpu_kern_sum):`. Empty if there is none.
[[nodiscard]] std::string announced_nsys_report(std::string_view line);

/// The report that a file was named after: `run_cuda_gpu_trace.csv`, as `nsys stats -o run` calls it. Empty
/// if there is none.
[[nodiscard]] std::string nsys_report_of_file(std::string_view path);

/// The name of a table: that of its columns, or the announced one where that has the same columns, or is not
/// one that llmprof uses. The name of the file only tells reports with the same columns apart.
[[nodiscard]] std::string chosen_nsys_report(std::string_view by_columns, std::string const& announced,
                                             std::string const& of_file = {});

/// True for the dashes below the titles of a table in text format.
[[nodiscard]] bool is_nsys_text_rule(std::string_view line);

/// True for what nsys prints around its tables: `Processing [...]`, `SKIPPED: ...`.
[[nodiscard]] bool is_nsys_message(std::string_view line);

}  // namespace llmprof::inline v0
