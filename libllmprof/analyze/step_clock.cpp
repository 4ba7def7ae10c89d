// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/step_clock.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

std::int64_t StepClock::next(std::uint32_t phase, Range const& range, PhaseInstance const& instance) {
  Nanoseconds end = range.end;
  if (instance.gpu_start && instance.span_ns) end = std::max(end, *instance.gpu_start + *instance.span_ns);
  if (range.kind == RangeKind::start_end) return end - range.start;
  auto const [last, is_first] = last_end_.try_emplace({phase, range.thread}, range.start);
  Nanoseconds const start = std::max(last->second, range.start);
  last->second = std::max(last->second, end);
  return std::max<std::int64_t>(0, end - start);
}

}  // namespace llmprof::inline v0
