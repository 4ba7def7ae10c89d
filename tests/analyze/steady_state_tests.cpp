// SPDX-License-Identifier: MIT
#include "llmprof/analyze/steady_state.hpp"

#include <catch2/catch_test_macros.hpp>
#include <initializer_list>

namespace {

using namespace llmprof;

/// Steps one behind the other that take so long.
PhaseProfile steps(std::initializer_list<std::int64_t> times, std::int64_t thread = 1) {
  PhaseProfile phase;
  Nanoseconds at = 0;
  for (std::int64_t const time : times) {
    PhaseInstance row;
    row.thread = thread;
    row.start = at;
    row.wall_ns = time;
    row.step_ns = time;
    row.kernel_ns = time / 2;
    row.gpu_busy_ns = time / 4;
    row.calls = 3;
    row.tokens = 2;
    phase.rows.push_back(row);
    at += time;
  }
  return phase;
}

StepStatistics steady(PhaseProfile const& phase, StepWork work = StepWork::equal) {
  return steady_state({&phase}, work);
}

}  // namespace

TEST_CASE("slow steps at the begin are set aside and shown, slow ones later are not") {
  StepStatistics const found = steady(steps({900, 200, 100, 104, 96, 400, 100, 100}));
  CHECK(found.set_aside == 2);
  CHECK(found.set_aside_ns == 1100);
  CHECK(found.count == 6);
  CHECK(found.total_ns == 900);
  CHECK(found.mean_ns == 150);
  CHECK(found.median_ns == 100);
  CHECK(found.p95_ns == 400);
  CHECK(found.min_ns == 96);
  CHECK(found.max_ns == 400);
  CHECK(found.tokens == 12);
  CHECK(found.calls == 18);
  CHECK(found.kernel_ns == 450);
}

TEST_CASE("of few steps none can be told to be warm-up, and never more than half are") {
  CHECK(steady(steps({900, 100, 100})).set_aside == 0);
  CHECK(steady(steps({900, 800, 700, 600, 100, 100, 100})).set_aside == 3);
  CHECK(steady(PhaseProfile()).count == 0);
}

TEST_CASE("percentiles are of the nearest rank") {
  PhaseProfile phase;
  for (std::int64_t i = 1; i <= 200; ++i) {
    PhaseInstance row;
    row.start = i;
    row.step_ns = i;
    phase.rows.push_back(row);
  }
  StepStatistics const found = steady(phase);
  CHECK(found.median_ns == 100.5);
  CHECK(found.p95_ns == 190);
  CHECK(found.p99_ns == 198);
  CHECK_FALSE(found.tokens);
}

TEST_CASE("long prompts are no warm-up") {
  PhaseProfile phase = steps({800, 100, 100, 100, 100});
  phase.rows[0].tokens = 16;
  CHECK(steady(phase, StepWork::per_token).set_aside == 0);
  CHECK(steady(phase, StepWork::equal).set_aside == 0);  // nor are larger batches
  phase.rows[0].tokens = 2;
  StepStatistics const slow = steady(phase, StepWork::per_token);
  CHECK(slow.set_aside == 1);
  CHECK(slow.set_aside_excess_ns == 700);
}

TEST_CASE("steps side by side on a thread are said to be so") {
  PhaseProfile phase = steps({100, 100});
  CHECK_FALSE(steady(phase).overlapping);
  phase.rows[1].start = 50;
  CHECK(steady(phase).overlapping);
}

TEST_CASE("each thread warms up for itself") {
  PhaseProfile const one = steps({500, 100, 100, 100}, 1);
  PhaseProfile const other = steps({5000, 1000, 1000, 1000}, 2);
  StepStatistics const found = steady_state({&one, &other}, StepWork::equal);
  CHECK(found.set_aside == 2);
  CHECK(found.count == 6);
}
