// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "libllmprof/analyze/step_groups.hpp"
#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

/// What MFU and MBU of a phase are computed from.
struct EfficiencyInputs {
  Profile const& profile;
  std::vector<StepGroup> const& groups;  ///< All of the profile.
  PhaseProfile const& whole;             ///< Of the phase, as one.
  ModelSpec const* model;                ///< May be null.
  Ceilings const* ceilings;              ///< May be null.
};

/// The device that most of the work of a phase is on; null if the input does not say.
[[nodiscard]] Device const* busiest_device(Profile const& profile, PhaseProfile const& phase);

/// What a device can do: derived, and as measured where the ceilings are of it.
[[nodiscard]] GpuSpec spec_of(Device const& device, Ceilings const* ceilings);

/// Whether several processes do the phase, and the model says nothing of being shared: then it is not known
/// whether each has all of it.
[[nodiscard]] bool may_share_the_model(PhaseAnswer const& answer, ModelSpec const* model);

/// Fills in mfu, mbu and context of an answer that has its steps and batch. What is missing is said in the
/// reasons.
void fill_efficiency(PhaseAnswer& answer, EfficiencyInputs const& inputs);

}  // namespace llmprof::inline v0
