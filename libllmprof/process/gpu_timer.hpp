// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "libllmprof/process/cuda_driver.hpp"
#include "llmprof/model/ceilings.hpp"

namespace llmprof::inline v0 {

/// Runs work in a stream again and again and times it by the GPU's own clock: first for nothing, until clocks
/// are up and code is loaded, then up to 20 samples of 4 runs. Work that is slow gets fewer samples, one at
/// least: all takes about 0.6 s, or six runs if they take longer.
/// @param launch Puts one run of the work into `stream`; may throw.
/// @param amount Bytes or FLOP of one run.
/// @return rates in `amount` per second
/// @throws GpuError
[[nodiscard]] MeasuredRate time_runs(CudaDriver const& driver, CudaDriver::Stream stream,
                                     std::function<void()> const& launch, double amount);

}  // namespace llmprof::inline v0
