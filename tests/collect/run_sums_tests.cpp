// SPDX-License-Identifier: MIT
#include "libllmprof/collect/run_sums.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>

#include "llmprof/error.hpp"

using namespace llmprof;

namespace {

LiveFigures step(std::int64_t wall_ns, std::int64_t kernel_ns) {
  LivePhase phase;
  phase.path = {Label{.domain = "LLM", .name = "step"}};
  phase.instances = 1;
  phase.wall_ns = wall_ns;
  phase.calls = 2;
  phase.kernel_ns = kernel_ns;
  phase.kernels = {{.name = "gemm", .calls = 2, .total_ns = kernel_ns, .min_ns = 1, .max_ns = kernel_ns}};
  LiveFigures figures;
  figures.phases = {phase};
  figures.outside_calls = 1;
  figures.outside_kernel_ns = kernel_ns;
  return figures;
}

spool::Header limited_at(std::uint64_t opened, std::uint64_t entered) {
  spool::Header header;
  header.opened = opened;
  header.ring_entered = entered;
  header.refilled = 1;
  header.windows = 3;
  return header;
}

}  // namespace

TEST_CASE("processes are added up by path; what is kept ends with the first that is limited", "[run_sums]") {
  RunSums sums;
  add_process(sums, step(100, 60), limited_at(1000, 9000));
  add_process(sums, step(10, 6), limited_at(2000, 7000));
  CHECK(sums.processes == 2);
  CHECK(sums.kept_ns == 5000);
  CHECK(sums.windows == 6);
  REQUIRE(sums.phases.size() == 1);
  CHECK(sums.phases[0].instances == 2);
  CHECK(sums.phases[0].wall_ns == 110);
  CHECK(sums.phases[0].kernel_ns == 66);
  REQUIRE(sums.phases[0].kernels.size() == 1);
  CHECK(sums.phases[0].kernels[0].calls == 4);
  CHECK(sums.phases[0].kernels[0].max_ns == 60);
  CHECK(sums.outside == KernelTotal{2, 66});
}

TEST_CASE("sums of times that cannot be do not wrap around", "[run_sums]") {
  RunSums sums;
  add_process(sums, step(INT64_MAX, 5), limited_at(9000, 1000));  // it ended before it began
  add_process(sums, step(INT64_MAX, 5), limited_at(9000, 1000));
  CHECK(sums.kept_ns == 0);
  CHECK(sums.phases.at(0).wall_ns == INT64_MAX);
  add_process(sums, step(1, INT64_MAX - 20), limited_at(1, 2));
  CHECK(sums.phases.at(0).kernel_ns == INT64_MAX - 10);
  CHECK_THROWS_AS(add_process(sums, step(1, INT64_MAX), limited_at(1, 2)), Error);
}
