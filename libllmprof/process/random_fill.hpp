// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/process/cuda_objects.hpp"
#include "llmprof/model/data_type.hpp"

namespace llmprof::inline v0 {

/// Fills device memory with random numbers: a block from the host, doubled on the device until all is full,
/// and waits until it is.
/// @throws GpuError
/// @throws InvalidArgument as random_numbers does
void fill_randomly(CudaDriver const& driver, DeviceMemory const& memory, DataType type);

}  // namespace llmprof::inline v0
