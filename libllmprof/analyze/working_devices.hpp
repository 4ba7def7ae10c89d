// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace llmprof::inline v0 {

/// How many GPUs worked, of the busy time of each: a copy or a helper kernel on another GPU, less than a
/// twentieth of what the busiest did, is no share of the work.
[[nodiscard]] inline std::uint32_t working_devices(std::vector<std::int64_t> const& busy_ns) {
  constexpr std::int64_t parts = 20;
  std::int64_t const most = busy_ns.empty() ? 0 : *std::max_element(busy_ns.begin(), busy_ns.end());
  return static_cast<std::uint32_t>(std::count_if(
      busy_ns.begin(), busy_ns.end(), [&](std::int64_t ns) { return ns > 0 && ns >= most / parts; }));
}

}  // namespace llmprof::inline v0
