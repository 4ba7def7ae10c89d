// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/row_sampling.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace llmprof;

using Intervals = std::vector<std::size_t>;

TEST_CASE("where there is room, every instance is kept") {
  CHECK(row_intervals({{5, true}, {100, false}}, 105) == Intervals{1, 1});
  CHECK(row_intervals({}, 10).empty());
}

TEST_CASE("steps go before their parts, and rare phases before frequent ones") {
  CHECK(row_intervals({{5, true}, {600, true}, {100'000, false}}, 1000) == Intervals{1, 1, 254});
  CHECK(row_intervals({{5, true}, {10'000, true}, {100'000, false}}, 1005) == Intervals{1, 10, 0});
}

TEST_CASE("where there are more phases than rows, the first have one each") {
  CHECK(row_intervals({{7, false}, {7, false}, {9, false}}, 2) == Intervals{7, 7, 0});
}

TEST_CASE("no more rows are kept than may be") {
  std::vector<PhaseCount> phases;
  for (std::size_t i = 1; i < 300; ++i) phases.push_back({i * 7, i % 3 == 0});
  for (std::size_t const most : {0UL, 1UL, 17UL, 300UL, 5000UL, 1'000'000UL}) {
    std::size_t rows = 0;
    Intervals const intervals = row_intervals(phases, most);
    for (std::size_t i = 0; i < phases.size(); ++i) {
      if (intervals[i] != 0) rows += (phases[i].instances + intervals[i] - 1) / intervals[i];
    }
    CAPTURE(most);
    CHECK(rows <= most);
    if (most == 1'000'000) CHECK(rows == 299 * 300 / 2 * 7);
  }
}
