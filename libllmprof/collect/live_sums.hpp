// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "llmprof/collect/live_figures.hpp"

namespace llmprof::inline v0 {

/// A sum that does not fit stays at the largest, or smallest, value: what programs put into payloads need not
/// be a number of anything, and times that are wrong must end no program that is being looked at.
inline void add_saturated(std::int64_t& sum, std::int64_t part) noexcept {
  if (!__builtin_add_overflow(sum, part, &sum)) return;
  using Limits = std::numeric_limits<std::int64_t>;
  sum = part < 0 ? Limits::min() : Limits::max();
}

/// Absent only if both are.
inline void add_saturated(std::optional<std::int64_t>& sum, std::optional<std::int64_t> const& part) {
  if (part) add_saturated(sum ? *sum : sum.emplace(0), *part);
}

[[nodiscard]] inline std::int64_t saturated(std::uint64_t ns) noexcept {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(ns, std::numeric_limits<std::int64_t>::max()));
}

/// How long something took; 0 if its times make no sense.
[[nodiscard]] inline std::int64_t duration_of(std::uint64_t begin, std::uint64_t end) noexcept {
  return end > begin ? saturated(end - begin) : 0;
}

/// sum += part, but for the path. Kernels are put behind those of the sum: join_kernels makes them one list.
void add_up(LivePhase& sum, LivePhase part);

/// Adds up kernels of the same name, and sorts: by total time, the largest first, then by name.
void join_kernels(std::vector<LiveKernel>& kernels);

}  // namespace llmprof::inline v0
