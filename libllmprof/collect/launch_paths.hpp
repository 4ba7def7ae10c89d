// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace llmprof::inline v0 {

/// In which path each of the last launches was, by correlation id. Ids rise, so that a launch takes the place
/// of one that lies a whole table behind.
class LaunchPaths {
 public:
  explicit LaunchPaths(std::size_t least_size) : launches_(std::bit_ceil(least_size)) {}

  void put(std::uint32_t correlation, std::uint32_t path) noexcept { at(correlation) = {correlation, path}; }

  [[nodiscard]] std::optional<std::uint32_t> path_of(std::uint32_t correlation) const noexcept {
    Launch const& launch = launches_[correlation & (launches_.size() - 1)];
    if (launch.correlation != correlation || launch.path == nothing) return std::nullopt;
    return launch.path;
  }

 private:
  static constexpr std::uint32_t nothing = UINT32_MAX;
  struct Launch {
    std::uint32_t correlation = 0;
    std::uint32_t path = nothing;
  };

  Launch& at(std::uint32_t correlation) noexcept { return launches_[correlation & (launches_.size() - 1)]; }

  std::vector<Launch> launches_;
};

}  // namespace llmprof::inline v0
