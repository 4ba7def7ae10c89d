// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// The phases that kernels are chosen for; each has kernels.
struct PhasesToPlan {
  std::vector<PhaseProfile> phases;  ///< What is in several places of the profile is one.
  Diagnostics diagnostics;
};

/// As DeepPlanOptions::phases says. @param wanted Empty: the default.
[[nodiscard]] PhasesToPlan phases_to_plan(Profile const& profile,
                                          std::vector<std::vector<Label>> const& wanted);

/// `LLM@prefill`, or `the whole run` for an empty path.
[[nodiscard]] std::string phase_name(std::vector<Label> const& path);

}  // namespace llmprof::inline v0
