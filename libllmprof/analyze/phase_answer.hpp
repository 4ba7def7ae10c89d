// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "libllmprof/analyze/step_groups.hpp"
#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

/// What one kind of step does with its time.
/// @param groups  All of the profile, for what they tell about each other.
/// @param classes Of its kernels, by index.
[[nodiscard]] PhaseAnswer answer_phase(Profile const& profile, StepGroup const& group,
                                       std::vector<StepGroup> const& groups,
                                       std::vector<KernelClass> const& classes, AnswerOptions const& options);

}  // namespace llmprof::inline v0
