// SPDX-License-Identifier: MIT
#include "llmprof/model/histogram.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <limits>

using namespace llmprof;
using Catch::Matchers::WithinRel;

TEST_CASE("Any duration comes back within one percent") {
  auto const duration = GENERATE(as<std::int64_t>{}, 1, 2, 3, 10, 999, 1000, 123456, 5'000'000'000,
                                 std::numeric_limits<std::int64_t>::max());
  Histogram histogram;
  histogram.add(duration);
  CAPTURE(duration);
  CHECK_THAT(*histogram.quantile(0.5), WithinRel(static_cast<double>(duration), 0.01));
}

TEST_CASE("Quantiles go by rank") {
  Histogram histogram;
  for (std::int64_t i = 1; i <= 1000; ++i) histogram.add(i * 1000);
  CHECK_THAT(*histogram.quantile(0.0), WithinRel(1000.0, 0.01));
  CHECK_THAT(*histogram.quantile(0.5), WithinRel(500'000.0, 0.011));
  CHECK_THAT(*histogram.quantile(0.99), WithinRel(990'000.0, 0.011));
  CHECK_THAT(*histogram.quantile(1.0), WithinRel(1'000'000.0, 0.01));
}

TEST_CASE("Two halves merge into the whole") {
  Histogram whole;
  Histogram left;
  Histogram right;
  for (std::int64_t i = 1; i <= 100; ++i) {
    whole.add(i * i);
    (i % 2 == 0 ? left : right).add(i * i);
  }
  left.merge(right);
  CHECK(left == whole);
}

TEST_CASE("Empty and zero durations") {
  Histogram histogram;
  CHECK(histogram.quantile(0.5) == std::nullopt);
  histogram.add(0, 3);
  CHECK(histogram.quantile(0.5) == 0.0);
  CHECK(histogram.count() == 3);
}
