// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/launch_numbers.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

using namespace llmprof;

using Numbers = std::vector<std::uint64_t>;
using Windows = std::vector<LaunchWindow>;

TEST_CASE("The first launch is measured only if it is the only one") {
  CHECK(launch_windows(1, 3) == Windows{{1, 1}});
  CHECK(launch_windows(1, 1) == Windows{{1, 1}});
  auto const calls = GENERATE(range(std::uint64_t{2}, std::uint64_t{300}));
  auto const wanted = GENERATE(range(std::size_t{1}, std::size_t{6}));
  CAPTURE(calls, wanted);
  auto const windows = launch_windows(calls, wanted);
  CHECK(windows.size() == wanted);
  for (LaunchWindow const& window : windows) {
    CHECK(window.first >= 2);
    CHECK(window.first <= window.last);
    CHECK(window.last <= calls);
  }
}

TEST_CASE("Launches are spread: early, in the middle, late") {
  CHECK(launch_windows(100, 3) == Windows{{2, 12}, {34, 53}, {78, 97}});
  CHECK(launch_windows(100, 2) == Windows{{2, 12}, {78, 97}});
  CHECK(launch_windows(100, 1) == Windows{{40, 60}});
  CHECK(launch_windows(1'000'000, 3) == Windows{{2, 16}, {337'500, 537'500}, {775'000, 975'000}});
  CHECK(early_window(1) == LaunchWindow{1, 1});
  CHECK(early_window(9) == LaunchWindow{2, 2});
  CHECK(early_window(40) == LaunchWindow{2, 5});
}

TEST_CASE("A few common numbers serve many kernels") {
  CHECK(common_numbers({}).empty());
  CHECK(common_numbers({{2, 12}, {34, 53}, {78, 97}}) == Numbers{12, 53, 97});
  // the kernel of 16 launches has no further ones: its late window holds the early number of the other
  CHECK(common_numbers({{2, 2}, {6, 8}, {13, 15}, {2, 12}, {34, 53}}) == Numbers{2, 8, 15, 53});
  CHECK(common_numbers({{2, 12}, {9, 15}}) == Numbers{12});
  Numbers const numbers{2, 8, 15, 53};
  CHECK(numbers_in({{2, 12}, {34, 53}}, numbers) == Numbers{2, 53});
  CHECK(numbers_in({{2, 12}, {2, 9}}, numbers) == Numbers{2});
  CHECK(numbers_in({{16, 20}}, numbers).empty());
  CHECK(numbers_within(numbers, 1) == 0);
  CHECK(numbers_within(numbers, 8) == 2);
  CHECK(numbers_within(numbers, 1000) == 4);
}
