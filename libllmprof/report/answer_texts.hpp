// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

// Figures of answers as tables and sentences show them; `n/a` where they are unknown.

/// A time of steps in ms.
[[nodiscard]] std::string step_ms(StepStatistics const& steps, double ns);
/// `63 (+1 warm-up)`.
[[nodiscard]] std::string steps_text(StepStatistics const& steps);
/// FLOPs per byte.
[[nodiscard]] std::string intensity_text(RooflinePoint const& point);
/// `memory` or `compute`.
[[nodiscard]] std::string side_text(RooflinePoint const& point);

}  // namespace llmprof::inline v0
