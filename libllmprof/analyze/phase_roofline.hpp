// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

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
                                                             std::vector<Label> const& labels,
                                                             StepStatistics const& steps,
                                                             RooflinePeaks const& peaks);

/// The measured kernels with most time.
[[nodiscard]] std::vector<KernelRoofline> kernel_rooflines(Profile const& profile,
                                                           RooflinePeaks const& peaks);

}  // namespace llmprof::inline v0
