// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llmprof/analyze/phase_rules.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Which ranges of a trace are steps of inference, and what their labels say. Each label is read once.
class EngineSteps {
 public:
  EngineSteps(Trace const& trace, PhaseRules const& rules);

  /// Null for a range that is no step.
  [[nodiscard]] EngineStep const* of(std::uint32_t range) const noexcept {
    return step_of_range_[range] == no_index ? nullptr : &steps_[step_of_range_[range]];
  }

 private:
  std::vector<EngineStep> steps_;
  std::vector<std::uint32_t> step_of_range_;
};

}  // namespace llmprof::inline v0
