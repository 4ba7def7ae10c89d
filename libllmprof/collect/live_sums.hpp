// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "llmprof/collect/live_figures.hpp"

namespace llmprof::inline v0 {

/// Absent only if both are. What programs put into payloads need not be a number of anything: a sum that does
/// not fit stays at the largest, or smallest, value.
inline void add_saturated(std::optional<std::int64_t>& sum, std::optional<std::int64_t> const& part) {
  if (!part) return;
  std::int64_t& value = sum ? *sum : sum.emplace(0);
  if (!__builtin_add_overflow(value, *part, &value)) return;
  using Limits = std::numeric_limits<std::int64_t>;
  value = *part < 0 ? Limits::min() : Limits::max();
}

/// sum += part, but for the path. Kernels are put behind those of the sum: join_kernels makes them one list.
void add_up(LivePhase& sum, LivePhase part);

/// Adds up kernels of the same name, and sorts: by total time, the largest first, then by name.
void join_kernels(std::vector<LiveKernel>& kernels);

}  // namespace llmprof::inline v0
