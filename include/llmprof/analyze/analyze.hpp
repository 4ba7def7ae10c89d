// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "llmprof/analyze/kernel_classifier.hpp"
#include "llmprof/analyze/phase_rules.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/stats_tables.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How much of a trace a profile keeps. What is left out is said in its diagnostics.
struct AnalyzeOptions {
  std::size_t max_phases =
      4096;  ///< Beyond it, numbers in names fold (`step 123` -> `step #`), then `other`.
  std::size_t max_kernels = 65536;   ///< Beyond it, the ones with the least time go under `other`.
  std::size_t max_rows = 10000;      ///< Phase instances kept one by one.
  std::size_t timeline_bins = 4096;  ///< 0: no timeline.
  std::size_t max_shapes = 4096;     ///< Grids and blocks of kernels, most time first. 0: none.
  PhaseRules rules = {};             ///< What ranges are steps of inference.
  /// What kernels do: those that communicate are told apart in busy time.
  KernelClassifier classifier = KernelClassifier::built_in();
  bool kernels = true;  ///< False: phases only, no kernel statistics (faster).
};

/// Attributes every kernel launch to its ranges and sums up.
///
/// A launch belongs to the ranges that were open on its thread when its API call began, and to the start/end
/// ranges of its process. A range contains its start and not its end: ranges that only touch do not overlap.
/// A kernel of a CUDA graph stands below the range around the graph launch, in the ranges that were opened
/// inside the capture of its node; launched outside any range, in those alone.
///
/// Complexity: O(n log n) in the number of events, times the depth to which ranges nest. Memory beside the
/// trace: some tens of bytes an event.
/// @throws ParseError if durations add up to more than 292 years.
[[nodiscard]] Profile analyze(Trace const& trace, AnalyzeOptions const& options = {});

/// Makes a profile that has kernels alone, from a table of kernels.
/// @throws ParseError if durations add up to more than 292 years.
[[nodiscard]] Profile analyze(KernelTable const& table);

/// Makes a profile from tables of one capture: kernels of the report that tells most about them, and a phase
/// for each name of ranges, with the figures that the tables have. What they do not tell is absent.
/// @throws ParseError if durations add up to more than 292 years.
[[nodiscard]] Profile analyze(StatsTables const& tables);

/// Makes a profile that has kernels alone, from what ncu measured: one record per kernel name and device.
///
/// Rows of kind range are left out, and said so. Where no row has a duration the totals are absent.
/// @throws ParseError if durations add up to more than 292 years.
[[nodiscard]] Profile analyze(Metrics const& metrics);

}  // namespace v0
}  // namespace llmprof
