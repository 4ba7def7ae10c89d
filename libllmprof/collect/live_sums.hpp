// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llmprof/collect/live_figures.hpp"

namespace llmprof::inline v0 {

/// sum += part, but for the path. Kernels are put behind those of the sum: join_kernels makes them one list.
void add_up(LivePhase& sum, LivePhase part);

/// Adds up kernels of the same name, and sorts: by total time, the largest first, then by name.
void join_kernels(std::vector<LiveKernel>& kernels);

}  // namespace llmprof::inline v0
