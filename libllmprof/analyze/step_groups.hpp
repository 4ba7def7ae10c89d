// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llmprof/model/profile.hpp"
#include "llmprof/model/step_statistics.hpp"

namespace llmprof::inline v0 {

/// Phases of a profile that are one kind of step. The pointers are into the profile.
struct StepGroup {
  StepKind kind = StepKind::other;
  std::vector<PhaseProfile const*> whole;  ///< The outermost: none is inside another.
  std::vector<PhaseProfile const*> steps;  ///< What does the work once; the whole itself where nothing does.
  bool only_warm_up = false;
  StepStatistics statistics;  ///< Of the steps, in steady state.
};

/// How many ranges the phases have together.
[[nodiscard]] std::uint64_t ranges_of(std::vector<PhaseProfile const*> const& phases) noexcept;

/// Prefill, decode, mixed: those that the profile has. Mixed ranges around prefill and decode are requests,
/// and no steps.
[[nodiscard]] std::vector<StepGroup> step_groups(Profile const& profile);

}  // namespace llmprof::inline v0
