// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "libllmprof/analyze/busy_time.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Times the occurrences of phases one after the other; see PhaseInstance::step_ns.
///
/// An engine that runs ahead of the GPU closes its ranges long before their work is done, so neither the wall
/// time nor the span, which begins when the work before it is done, is what a step takes.
class StepClock {
 public:
  /// Occurrences of a series on a thread in order of their starts: of a phase, or of all steps of inference
  /// side by side, whose labels change with the batch. Start/end ranges may overlap, and wait for none before
  /// them.
  [[nodiscard]] std::int64_t next(std::uint64_t series, Range const& range, PhaseInstance const& instance);

 private:
  std::map<std::pair<std::uint64_t, std::uint32_t>, Nanoseconds> last_end_;  // by series and thread
};

/// When an occurrence is under way: where the GPU is behind, until that is done. @pre its step_ns is known
/// @throws Error if its times do not fit.
[[nodiscard]] std::pair<Nanoseconds, Nanoseconds> interval_of(PhaseInstance const& instance);

/// How many occurrences of a phase are under way at a time.
class StepOverlap {
 public:
  /// In order of their starts.
  void add(PhaseInstance const& instance);
  /// Over the time in which any is; absent without one.
  [[nodiscard]] std::optional<double> mean() const;

 private:
  std::map<std::uint32_t, BusyTime> processes_;
  std::int64_t steps_ns_ = 0;
};

/// Up to here, occurrences at a time are those of one thread, which touch each other.
inline constexpr double few_at_a_time = 1.02;

/// How many occurrences of these phases are under way at a time in a process, mean over the time in which any
/// is. Absent where the profile does not tell: of several phases and threads whose rows are a sample.
[[nodiscard]] std::optional<double> occurrences_at_a_time(std::vector<PhaseProfile const*> const& phases);

}  // namespace llmprof::inline v0
