// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/process/cuda_driver.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// What the driver says of a device. What it does not say is absent.
[[nodiscard]] Device describe_device(CudaDriver const& driver, int device);

}  // namespace llmprof::inline v0
