// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "libllmprof/analyze/kernel_statistics.hpp"
#include "llmprof/model/measured_kernel.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// The grids and blocks that kernels were launched with, and how many of them were left out.
struct KernelShapes {
  std::vector<KernelShape> shapes;  ///< Most time first.
  std::size_t left_out = 0;         ///< Beyond the limit: those with the least time.
};

/// Sums up launches by kernel, device, grid and block. Launches without a grid are left out.
[[nodiscard]] KernelShapes find_kernel_shapes(Trace const& trace, KernelStatistics const& kernels,
                                              std::size_t most);

}  // namespace llmprof::inline v0
