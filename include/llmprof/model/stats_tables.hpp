// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/label.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The name that a list of `llmprof kernels` has among the reports.
inline constexpr std::string_view own_kernels_report = "llmprof kernels";

/// The kernels of one summary report.
struct KernelSummary {
  std::string report;  ///< Name of the report in today's spelling, for example `cuda_gpu_kern_sum`.
  std::vector<KernelRecord> kernels;
};

/// One row of a trace report: one launch.
struct TimedLaunch {
  std::uint32_t kernel = 0;  ///< Index into LaunchTable::kernel_names.
  std::uint32_t device = 0;  ///< Index into LaunchTable::devices.
  std::int64_t duration_ns = 0;

  friend bool operator==(TimedLaunch const&, TimedLaunch const&) = default;
};

/// The kernels of one trace report, launch by launch, in the order of the file.
struct LaunchTable {
  std::string report;
  std::vector<std::string> kernel_names;
  std::vector<std::string> devices;  ///< As printed; empty text where the row does not say.
  std::vector<TimedLaunch> launches;
};

/// What a table says about all ranges of one name, or about one range. Absent figures are not in the table.
struct RangeRecord {
  Label label;
  std::optional<std::uint64_t> instances;
  std::optional<std::int64_t> wall_ns;  ///< Host time, summed over the instances.
  std::optional<std::int64_t> span_ns;  ///< First GPU operation to the end of the last, summed likewise.

  friend bool operator==(RangeRecord const&, RangeRecord const&) = default;
};

/// The ranges of one report.
struct RangeSummary {
  std::string report;
  std::vector<RangeRecord> ranges;
};

/// One kernel as launched inside all ranges of one name.
struct RangeKernel {
  Label label;
  KernelRecord kernel;

  friend bool operator==(RangeKernel const&, RangeKernel const&) = default;
};

/// The kernels of one report by range name. Inclusive: a kernel stands in every range around its launch, so
/// the rows of several names must not be added up.
struct RangeKernelSummary {
  std::string report;
  std::vector<RangeKernel> kernels;
};

/// Tables of one capture, as a tool printed them: no timeline, and nothing that the tables do not say.
struct StatsTables {
  std::string source;  ///< File, for messages.
  std::vector<KernelSummary> kernels;
  std::vector<LaunchTable> launches;
  std::vector<RangeSummary> ranges;
  std::vector<RangeKernelSummary> range_kernels;
  Diagnostics diagnostics;
};

/// Moves the tables of `more` into `into`: both are of one capture.
/// @throws InvalidArgument if both have a table of one report: these are two captures, or one twice.
void add_tables(StatsTables& into, StatsTables more);

}  // namespace v0
}  // namespace llmprof
