// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace llmprof::inline v0 {

/// Launch numbers of which one is to be measured, from 1; both ends belong to it.
struct LaunchWindow {
  std::uint64_t first = 1;
  std::uint64_t last = 1;

  friend bool operator==(LaunchWindow const&, LaunchWindow const&) = default;
};

/// One early window, then others spread over `calls` launches. The first launch, which warms up, is in none,
/// unless it is the only one. With `wanted` 1 the window lies in the middle.
[[nodiscard]] std::vector<LaunchWindow> launch_windows(std::uint64_t calls, std::size_t wanted);

/// The early window alone.
[[nodiscard]] LaunchWindow early_window(std::uint64_t calls);

/// The fewest numbers that are in all windows, ascending.
[[nodiscard]] std::vector<std::uint64_t> common_numbers(std::vector<LaunchWindow> windows);

/// The first of `numbers` in each of the windows, ascending, each once.
[[nodiscard]] std::vector<std::uint64_t> numbers_in(std::vector<LaunchWindow> const& windows,
                                                    std::vector<std::uint64_t> const& numbers);

/// How many of `numbers` (ascending) are launches of a kernel that is called so often.
[[nodiscard]] std::uint64_t numbers_within(std::vector<std::uint64_t> const& numbers, std::uint64_t calls);

}  // namespace llmprof::inline v0
