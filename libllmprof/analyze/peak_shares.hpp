// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "llmprof/model/measured_kernel.hpp"

namespace llmprof::inline v0 {

// How much of a peak of the GPU a kernel used under ncu, 0..1; absent if that was not measured.

/// Of its multiprocessors, whatever they do.
[[nodiscard]] std::optional<double> sm_share(MeasuredKernel const& kernel);
/// Of the bandwidth of the device memory.
[[nodiscard]] std::optional<double> dram_share(MeasuredKernel const& kernel);

}  // namespace llmprof::inline v0
