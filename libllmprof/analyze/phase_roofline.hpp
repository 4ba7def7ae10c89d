// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "libllmprof/analyze/step_groups.hpp"
#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

/// Labels of ranges by which launches that ncu measured are told apart.
struct StepLabels {
  std::set<std::string> here;       ///< Of the phase, and of its steps.
  std::set<std::string> elsewhere;  ///< Of the other kinds of steps.
};
[[nodiscard]] StepLabels labels_of(std::vector<StepGroup> const& groups, StepKind kind);

/// Whether what was measured of a kernel is of this phase: its launches were seen in it, or in no step at
/// all.
[[nodiscard]] bool was_measured_here(Profile const& profile, std::uint32_t kernel, StepLabels const& labels);

/// The dense peaks of a device for all paths that are known.
struct DeviceRoofs {
  RooflinePeaks peaks;
  std::string basis;  ///< For people: the clock, and the bandwidth.
};

[[nodiscard]] DeviceRoofs roofs_of(GpuSpec const& gpu);

/// What ncu measured of the kernels of a phase; absent where it measured none of them. Of a kernel that runs
/// in other phases as well, the launches count that ncu saw in this one, where there are any.
/// @param labels Of the phase, and of its steps.
[[nodiscard]] std::optional<PhaseRoofline> measured_roofline(Profile const& profile,
                                                             PhaseProfile const& phase,
                                                             StepLabels const& labels,
                                                             StepStatistics const& steps,
                                                             RooflinePeaks const& peaks);

/// What the model needs of one GPU for a step, over the time in which it was busy; absent without MFU, MBU
/// and busy share.
[[nodiscard]] std::optional<PhaseRoofline> model_roofline(PhaseAnswer const& answer, ModelSpec const& model,
                                                          RooflinePeaks const& peaks);

/// The measured kernels with most time.
[[nodiscard]] std::vector<KernelRoofline> kernel_rooflines(Profile const& profile,
                                                           RooflinePeaks const& peaks);

}  // namespace llmprof::inline v0
