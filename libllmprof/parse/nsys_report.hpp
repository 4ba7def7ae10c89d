// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// The name of the report of `nsys stats` that can be read into a KernelTable; its base and grid/block
/// variants have the same columns, or more.
inline constexpr std::string_view kernel_report = "cuda_gpu_kern_sum";

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
[[nodiscard]] std::string_view find_nsys_report(std::vector<std::string_view> const& header);

/// The same for a line of CSV.
[[nodiscard]] std::string_view find_nsys_report(std::string_view line);

/// True for the dashes below the titles of a table in text format.
[[nodiscard]] bool is_nsys_text_rule(std::string_view line);

/// True for what nsys prints around its tables: `Processing [...]`, `SKIPPED: ...`.
[[nodiscard]] bool is_nsys_message(std::string_view line);

}  // namespace llmprof::inline v0
