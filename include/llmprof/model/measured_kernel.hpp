// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Launches of one kernel with one grid and one block on one device of a timeline.
struct KernelShape {
  std::uint32_t kernel = 0;         ///< Index into Profile::kernel_names.
  std::uint32_t device = no_index;  ///< Index into Profile::devices.
  LaunchShape shape;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;

  friend bool operator==(KernelShape const&, KernelShape const&) = default;
};

/// One counter of ncu over the measured launches of one kernel.
struct CounterSummary {
  std::string name;  ///< As on ncu's raw page, whatever page it was read from.
  std::string unit;  ///< `%`, `byte`, `byte/s`, `register/thread`, ...
  double mean = 0;   ///< Shares and rates are weighted by the time of the launch where every launch has one.
  double min = 0;    ///< Of a summary of ncu, the smallest average.
  double max = 0;

  friend bool operator==(CounterSummary const&, CounterSummary const&) = default;
};

/// What Nsight Compute measured for one kernel of a profile.
///
/// Its times are not those of the timeline: ncu replays kernels one by one, with other clocks and cold
/// caches.
struct MeasuredKernel {
  std::uint32_t kernel = 0;                 ///< Index into Profile::kernel_names.
  std::uint64_t launches = 0;               ///< That ncu measured.
  std::optional<double> mean_duration_ns;   ///< Under ncu; absent if any launch has none.
  std::optional<std::uint64_t> like_calls;  ///< Launches on the timeline that have a grid and a block that
                                            ///< was measured; absent if either side does not give them.
  std::optional<std::int64_t> like_ns;      ///< Their time on the timeline.
  std::vector<CounterSummary> counters;     ///< Those of key_counters() that were measured, in that order.

  friend bool operator==(MeasuredKernel const&, MeasuredKernel const&) = default;
};

}  // namespace v0
}  // namespace llmprof
