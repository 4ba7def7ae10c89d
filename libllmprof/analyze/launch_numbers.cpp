// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/launch_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace llmprof::inline v0 {
namespace {

/// An early launch is within the first eighth of a kernel's launches, and among its first 16.
constexpr std::uint64_t early_part = 8;
constexpr std::uint64_t early_most = 16;
/// Another run may launch a little less: the last window ends before the last launch.
constexpr double late = 0.875;
constexpr double half_width = 0.1;

LaunchWindow window_around(std::uint64_t calls, double share) {
  auto const count = static_cast<double>(calls);
  auto const first = static_cast<std::uint64_t>(std::max(2.0, std::ceil(count * (share - half_width))));
  auto const last = static_cast<std::uint64_t>(std::floor(count * (share + half_width)));
  return {std::min(first, calls), std::clamp(last, std::min(first, calls), calls)};
}

}  // namespace

LaunchWindow early_window(std::uint64_t calls) {
  if (calls < 2) return {1, 1};
  return {2, std::max<std::uint64_t>(2, std::min(calls / early_part, early_most))};
}

std::vector<LaunchWindow> launch_windows(std::uint64_t calls, std::size_t wanted) {
  if (calls < 2) return {{1, 1}};
  if (wanted < 2) return {window_around(calls, 0.5)};
  std::vector<LaunchWindow> windows{early_window(calls)};
  for (std::size_t i = 1; i < wanted; ++i) {
    windows.push_back(window_around(calls, late * static_cast<double>(i) / static_cast<double>(wanted - 1)));
  }
  return windows;
}

std::vector<std::uint64_t> common_numbers(std::vector<LaunchWindow> windows) {
  std::sort(windows.begin(), windows.end(),
            [](LaunchWindow const& a, LaunchWindow const& b) { return a.last < b.last; });
  std::vector<std::uint64_t> numbers;
  for (LaunchWindow const& window : windows) {
    if (numbers.empty() || numbers.back() < window.first) numbers.push_back(window.last);
  }
  return numbers;
}

std::vector<std::uint64_t> numbers_in(std::vector<LaunchWindow> const& windows,
                                      std::vector<std::uint64_t> const& numbers) {
  std::vector<std::uint64_t> found;
  for (LaunchWindow const& window : windows) {
    auto const number = std::lower_bound(numbers.begin(), numbers.end(), window.first);
    if (number != numbers.end() && *number <= window.last) found.push_back(*number);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::uint64_t numbers_within(std::vector<std::uint64_t> const& numbers, std::uint64_t calls) {
  return static_cast<std::uint64_t>(std::upper_bound(numbers.begin(), numbers.end(), calls) -
                                    numbers.begin());
}

}  // namespace llmprof::inline v0
