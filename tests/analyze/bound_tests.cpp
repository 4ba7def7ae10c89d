// SPDX-License-Identifier: MIT
#include "llmprof/analyze/bound.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace llmprof;

TEST_CASE("a GPU that is idle much of the time is launch bound, whatever its kernels do") {
  Verdict const verdict = judge({.busy = 0.253, .memory_of_peak = 0.9});
  CHECK(verdict.bound == Bound::launch);
  CHECK(verdict.because == "the GPU is busy 25.3 % of the time, less than 70.0 %");
}

TEST_CASE("a GPU that waits for others is communication bound, however busy it is") {
  CHECK(judge({.busy = 0.99, .exposed_communication = 0.35}).bound == Bound::communication);
  CHECK(judge({.busy = 0.5, .exposed_communication = 0.29}).bound == Bound::launch);
}

TEST_CASE("a busy GPU is bound by what it uses most, measured or computed") {
  CHECK(judge({.busy = 0.95, .compute_of_peak = 0.05, .memory_of_peak = 0.7}).bound == Bound::memory);
  CHECK(judge({.busy = 0.95, .compute_of_peak = 0.62, .memory_of_peak = 0.1}).bound == Bound::compute);
  CHECK(judge({.busy = 0.95, .memory_of_peak = 0.3, .measured_memory = 0.8}).bound == Bound::memory);
  Verdict const neither = judge({.busy = 0.95, .compute_of_peak = 0.2, .memory_of_peak = 0.3});
  CHECK(neither.bound == Bound::mixed);
  CHECK(
      neither.because ==
      "the GPU is busy 95.0 % of the time, meanwhile memory bandwidth at 30.0 % and arithmetic at 20.0 % of "
      "peak, both below 50.0 %");
}

TEST_CASE("what is not known is said with what would tell") {
  CHECK(judge({}).bound == Bound::unknown);
  CHECK(judge({.busy = 0.9, .compute_of_peak = 0.02}).bound == Bound::unknown);  // memory may be the limit
  Verdict const verdict = judge({.busy = 0.9});
  CHECK(verdict.bound == Bound::unknown);
  CHECK(verdict.because.find("--model") != std::string::npos);
}
