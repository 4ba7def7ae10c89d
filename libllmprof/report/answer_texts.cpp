// SPDX-License-Identifier: MIT
#include "libllmprof/report/answer_texts.hpp"

#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {

std::string step_ms(StepStatistics const& steps, double ns) {
  return steps.count == 0 ? std::string(not_available) : milliseconds(std::optional(ns));
}

std::string steps_text(StepStatistics const& steps) {
  std::string text = std::to_string(steps.count);
  if (steps.set_aside > 0) text += " (+" + std::to_string(steps.set_aside) + " warm-up)";
  return text;
}

std::string intensity_text(RooflinePoint const& point) {
  return point.intensity ? fixed(*point.intensity, point.intensity < 10.0 ? 2 : 1)
                         : std::string(not_available);
}

std::string side_text(RooflinePoint const& point) {
  return point.side ? std::string(to_string(*point.side)) : std::string(not_available);
}

}  // namespace llmprof::inline v0
