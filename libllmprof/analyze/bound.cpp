// SPDX-License-Identifier: MIT
#include "llmprof/analyze/bound.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

std::string percent(double share) { return percentage(share, 1); }

std::optional<double> larger(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::max(*a, *b) : a ? a : b;
}

std::string use_text(char const* what, std::optional<double> share) {
  return std::string(what) + (share ? " at " + percent(*share) : " not known");
}

Verdict of_busy_time(BoundEvidence const& evidence) {
  auto const memory = larger(evidence.measured_memory, evidence.memory_of_peak);
  auto const compute = larger(evidence.measured_compute, evidence.compute_of_peak);
  std::string const busy = "the GPU is busy " + percent(*evidence.busy) + " of the time";
  if (!memory && !compute) {
    return {Bound::unknown, busy + "; give --model, or measure with --mode deep, to know with what"};
  }
  std::string const because = busy + ", meanwhile " + use_text("memory bandwidth", memory) + " and " +
                              use_text("arithmetic", compute) + " of peak";
  double const most_memory = memory.value_or(0);
  double const most_compute = compute.value_or(0);
  bool const is_below = std::max(most_memory, most_compute) < peak_bound_from;
  if (is_below && !(memory && compute)) return {Bound::unknown, because + ", which does not tell"};
  if (is_below) {
    return {Bound::mixed, because + ", both below " + percent(peak_bound_from)};
  }
  return {most_memory >= most_compute ? Bound::memory : Bound::compute, because};
}

}  // namespace

std::string_view to_string(Bound bound) noexcept {
  constexpr std::array<std::string_view, 6> names{"unknown",      "launch bound",  "communication bound",
                                                  "memory bound", "compute bound", "mixed"};
  return names.at(static_cast<std::size_t>(bound));
}

Verdict judge(BoundEvidence const& evidence) {
  if (!evidence.busy) return {Bound::unknown, "the input does not tell how long the GPU was busy"};
  if (auto const alone = evidence.exposed_communication; alone && *alone >= communication_bound_from) {
    return {Bound::communication, "the GPU does nothing but communicate " + percent(*alone) +
                                      " of the time, at least " + percent(communication_bound_from)};
  }
  if (*evidence.busy < launch_bound_below) {
    return {Bound::launch, "the GPU is busy " + percent(*evidence.busy) + " of the time, less than " +
                               percent(launch_bound_below)};
  }
  return of_busy_time(evidence);
}

}  // namespace llmprof::inline v0
