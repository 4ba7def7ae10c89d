// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/engine_steps.hpp"

#include <unordered_map>

namespace llmprof::inline v0 {

EngineSteps::EngineSteps(Trace const& trace, PhaseRules const& rules) {
  std::unordered_map<std::uint64_t, std::uint32_t> known;  // by domain and name
  step_of_range_.reserve(trace.ranges.size());
  for (Range const& range : trace.ranges) {
    auto const key = std::uint64_t{static_cast<std::uint32_t>(range.domain)} << 32U |
                     static_cast<std::uint32_t>(range.name);
    auto const [entry, is_new] = known.try_emplace(key, no_index);
    if (is_new) {
      if (auto const step = rules.read(trace.strings[range.name], trace.strings[range.domain])) {
        entry->second = static_cast<std::uint32_t>(steps_.size());
        steps_.push_back(*step);
      }
    }
    step_of_range_.push_back(entry->second);
  }
}

}  // namespace llmprof::inline v0
