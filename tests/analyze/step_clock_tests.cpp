// SPDX-License-Identifier: MIT
// How long a step takes, whether the host waits for it or runs ahead.
#include <catch2/catch_test_macros.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "support/trace_maker.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;

std::vector<std::int64_t> steps(TraceMaker& made) {
  std::vector<std::int64_t> times;
  auto const profile = analyze(made.make());
  for (PhaseInstance const& row : profile.find({{"", "step"}})->rows) {
    REQUIRE(row.step_ns);
    times.push_back(*row.step_ns);
  }
  return times;
}

using Times = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a step that waits for its work takes its wall time") {
  TraceMaker made;
  made.range("step", 0, 100).kernel("a", 10, 20, 90).range("step", 150, 230).kernel("a", 160, 170, 220);
  CHECK(steps(made) == Times{100, 80});
}

TEST_CASE("steps that are submitted ahead take from one end to the next") {
  TraceMaker made;
  made.range("step", 0, 10).kernel("a", 5, 20, 100);
  made.range("step", 10, 20).kernel("a", 15, 100, 190);
  made.range("step", 20, 30).kernel("a", 25, 195, 260);
  CHECK(steps(made) == Times{80, 90, 70});
}

TEST_CASE("a pause between steps belongs to none of them") {
  TraceMaker made;
  made.range("step", 0, 10).kernel("a", 5, 20, 100).range("step", 500, 510).kernel("a", 505, 520, 600);
  CHECK(steps(made) == Times{80, 100});
}

TEST_CASE("start/end ranges may overlap and wait for none") {
  TraceMaker made;
  made.start_end("step", 0, 100).start_end("step", 50, 200);
  CHECK(steps(made) == Times{100, 150});
}

TEST_CASE("steps whose labels change with the batch follow each other all the same") {
  TraceMaker made;
  for (int i = 0; i < 6; ++i) {
    Nanoseconds const at = 10 * i;
    made.range(i % 2 == 0 ? "step[DECODE bs=16]" : "step[DECODE bs=15]", at, at + 5);
    made.kernel("gemv", at + 1, 20 + at, 30 + at);
  }
  auto const profile = analyze(made.make());
  for (char const* const label : {"step[DECODE bs=16]", "step[DECODE bs=15]"}) {
    REQUIRE(profile.find({{"", label}})->rows.size() == 3);
    for (PhaseInstance const& row : profile.find({{"", label}})->rows) CHECK(row.step_ns == 10);
  }
}

TEST_CASE("threads wait for none of each other") {
  TraceMaker made;
  made.range("step", 0, 100, {1, 1}).range("step", 50, 200, {2, 1});
  CHECK(steps(made) == Times{100, 150});
}
