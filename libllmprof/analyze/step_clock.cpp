// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/step_clock.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

std::int64_t StepClock::next(std::uint64_t series, Range const& range, PhaseInstance const& instance) {
  Nanoseconds end = range.end;
  if (instance.gpu_start && instance.span_ns) end = std::max(end, *instance.gpu_start + *instance.span_ns);
  if (range.kind == RangeKind::start_end) return end - range.start;
  // What the first one waited for is not known: nothing, or work from before the capture.
  Nanoseconds const begin = end > range.end ? std::max(range.start, *instance.gpu_start) : range.start;
  auto const [last, is_first] = last_end_.try_emplace({series, range.thread}, begin);
  Nanoseconds const start = std::max(last->second, range.start);
  last->second = std::max(last->second, end);
  return std::max<std::int64_t>(0, end - start);
}

}  // namespace llmprof::inline v0
