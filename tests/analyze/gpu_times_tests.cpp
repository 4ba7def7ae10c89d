// SPDX-License-Identifier: MIT
// Where the time of a device goes while a phase is open.
#include <catch2/catch_test_macros.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "support/trace_maker.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;

GpuTime time_of(TraceMaker& made, char const* label) {
  Profile const profile = analyze(made.make());
  PhaseProfile const* const phase = profile.find(parse_path(label));
  REQUIRE(phase != nullptr);
  REQUIRE(phase->gpu_time);
  return *phase->gpu_time;
}

}  // namespace

TEST_CASE("idle time is told apart by whether anything was submitted") {
  TraceMaker made;
  made.range("step", 100, 1000)
      .kernel("a", 120, 150, 250)   // idle 100..120; then perhaps not: work from before the capture
      .kernel("b", 130, 260, 300)   // idle 250..260: submitted
      .kernel("c", 400, 430, 500);  // idle 300..430: 100 late, 30 submitted
  GpuTime const time = time_of(made, "step");
  CHECK(time.kernels_busy_ns == 100 + 40 + 70);
  CHECK(time.idle_host_ns == 20 + 100);
  CHECK(time.idle_submitted_ns == 10 + 30);
  CHECK(time.after_ns == 500);
  CHECK(time.kernels_busy_ns + time.idle_ns() + time.after_ns == 900 - 30);  // the range's wall time
  CHECK_FALSE(time.idle_after_wait_ns);                                      // no record of waits
  CHECK(time.delayed == 3);
  CHECK(time.launch_delay_ns == 30 + 130 + 30);
  CHECK(time.mean_queue_depth(190) == 1.0);
}

TEST_CASE("a host that waited until the device was done, or copied, is told from one that was late") {
  TraceMaker made;
  made.range("step", 0, 1000)
      .kernel("a", 0, 0, 100)
      .wait(50, 110)
      .kernel("b", 150, 150, 200)  // 100..150 after the wait for a
      .copy(160, 200, 220)
      .kernel("c", 300, 300, 350)  // 220..300 after the copy
      .wait(360, 361)              // began when the device was idle: waited for nothing
      .kernel("d", 400, 400, 500);
  GpuTime const time = time_of(made, "step");
  CHECK(time.idle_after_wait_ns == 50);
  CHECK(time.idle_after_copy_ns == 80);
  CHECK(time.idle_host_ns == 50);
  CHECK(time.idle_submitted_ns == 0);
  CHECK(time.memory_ns == 20);
}

TEST_CASE("a host that runs ahead leaves no idle time of its own, whatever ranges the work is in") {
  TraceMaker made;
  made.range("all", 0, 1000).range("step", 10, 20).range("step", 20, 30);
  made.kernel("a", 11, 100, 200).kernel("a", 21, 210, 300);
  GpuTime const steps = time_of(made, "step");
  CHECK(steps.idle_host_ns == 1);
  CHECK(steps.idle_submitted_ns == 10);
  CHECK(steps.after_ns == 0);
}

TEST_CASE("communication is exposed where nothing is computed beside it") {
  TraceMaker made;
  made.range("step", 0, 1000)
      .kernel("gemm", 0, 0, 100)
      .kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 0, 50, 180, {}, {0, 8})
      .kernel("gemm", 0, 200, 300);
  GpuTime const time = time_of(made, "step");
  CHECK(time.kernels_busy_ns == 280);
  CHECK(time.compute_busy_ns == 200);
  CHECK(time.exposed_communication_ns() == 80);
}

TEST_CASE("a rule of one's own says what communicates") {
  TraceMaker made;
  made.range("step", 0, 100).kernel("my_exchange", 0, 0, 40).kernel("gemm", 0, 50, 90);
  Trace const trace = made.make();
  CHECK(analyze(trace).phases[0].gpu_time->exposed_communication_ns() == 0);
  AnalyzeOptions options;
  options.classifier = KernelClassifier::from_yaml("- {class: communication, any: [my_exchange]}", "rules");
  CHECK(analyze(trace, options).phases[0].gpu_time->exposed_communication_ns() == 40);
}

TEST_CASE("kernels without a launch record and of graphs have no launch delay") {
  TraceMaker made;
  made.range("step", 0, 1000).graph_kernel("g", 10, 100, 200, 1, 1).graph_kernel("g", 10, 210, 250, 1, 1);
  GpuTime const time = time_of(made, "step");
  CHECK(time.delayed == 0);
  CHECK(time.idle_submitted_ns == 10);
  CHECK(time.idle_host_ns == 10);
}

TEST_CASE("each device has its own time; the phase has the sum") {
  TraceMaker made;
  made.range("step", 0, 100).kernel("a", 0, 0, 60).kernel("a", 0, 20, 90, {}, {1, 7});
  Profile const profile = analyze(made.make());
  PhaseProfile const& phase = profile.phases.front();
  REQUIRE(phase.by_device.size() == 2);
  CHECK(phase.by_device[0].time->kernels_busy_ns == 60);
  CHECK(phase.by_device[1].time->kernels_busy_ns == 70);
  CHECK(phase.by_device[1].time->idle_host_ns == 0);
  CHECK(phase.gpu_time->kernels_busy_ns == 130);
}
