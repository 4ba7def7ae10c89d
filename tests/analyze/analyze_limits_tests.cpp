// SPDX-License-Identifier: MIT
// What a profile leaves out of a large trace, and that it says so.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "support/profile_checks.hpp"
#include "support/trace_maker.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("Numbers in names fold only beyond the limit, and then into 'other'") {
  TraceMaker maker;
  for (int i = 0; i < 10; ++i) maker.range("step " + std::to_string(i), i * 10, i * 10 + 5);
  maker.range("x", 200, 210).range("y", 220, 230).range("z", 240, 250);
  auto const trace = maker.make();
  CHECK(analyze(trace).phases.size() == 13);
  auto const folded = analyze(trace, {.max_phases = 6});
  CHECK(folded.phases.size() == 4);
  CHECK(phase(folded, "step #").instances == 10);
  CHECK(says(folded, "folded"));
  auto const most = analyze(trace, {.max_phases = 3});
  CHECK(phase(most, "other").instances == 2);
  CHECK(phase(most, "x").instances == 1);
  CHECK(says(most, "other"));
}

TEST_CASE("Kernels beyond the limit stand together as 'other' and keep the total") {
  TraceMaker maker;
  for (int i = 0; i < 10; ++i) maker.kernel("k" + std::to_string(i), 0, i * 100, i * 100 + i + 1);
  auto const profile = analyze(maker.make(), {.max_kernels = 4});
  REQUIRE(profile.kernels.size() == 4);
  std::int64_t sum = 0;
  for (auto const& kernel : profile.kernels) sum += *kernel.total_ns;
  CHECK(sum == 55);
  CHECK(profile.kernel_names.back() == "other");
  CHECK(says(profile, "7 kernels with the least time"));
}

TEST_CASE("More phase instances than the limit give a stated sample and exact sums") {
  TraceMaker maker;
  for (int i = 0; i < 100; ++i) maker.range("step", i * 10, i * 10 + 5);
  auto const profile = analyze(maker.make(), {.max_rows = 10});
  auto const& step = phase(profile, "step");
  CHECK(step.instances == 100);
  CHECK(step.wall_ns == 500);
  CHECK(step.rows.size() <= 10);
  CHECK(step.rows.size() >= 9);
  CHECK(step.rows_sampled);
}

TEST_CASE("No more rows than the limit, however many phases there are") {
  for (int const phases : {1, 7, 60}) {
    TraceMaker maker;
    for (int i = 0; i < 420; ++i) maker.range("p" + std::to_string(i % phases), i * 10, i * 10 + 5);
    auto const trace = maker.make();
    for (std::size_t const limit : {std::size_t{419}, std::size_t{420}, std::size_t{50}}) {
      CAPTURE(phases, limit);
      auto const profile = analyze(trace, {.max_rows = limit});
      std::size_t rows = 0;
      for (auto const& each : profile.phases) rows += each.rows.size();
      CHECK(rows <= limit);
      CHECK(rows >= std::min<std::size_t>(limit, 420) / 3);
      if (limit == 420) CHECK(rows == 420);
    }
  }
}

TEST_CASE("Many overlapping start/end ranges keep memory in bounds, and that is said") {
  TraceMaker maker;
  for (int i = 0; i < 6000; ++i) maker.start_end("request", i, i + 3000);
  for (int i = 0; i < 6000; ++i) maker.kernel("k", i, 10000 + i, 10001 + i);
  auto const profile = analyze(maker.make());
  CHECK(phase(profile, "request").calls == 6000);
  CHECK(accounted(profile) == 6000);
  CHECK(says(profile, "too many start/end ranges overlap"));
}

TEST_CASE("Durations that cannot be true do not wrap around") {
  TraceMaker maker;
  constexpr Nanoseconds far = Nanoseconds{1} << 60;
  for (int i = 0; i < 9; ++i) maker.kernel("k", 0, 0, far);
  CHECK_THROWS_WITH(analyze(maker.make()), ContainsSubstring("the capture is damaged"));
}
