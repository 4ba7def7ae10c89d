// SPDX-License-Identifier: MIT
#include "llmprof/analyze/roofline.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "llmprof/analyze/measured_work.hpp"
#include "llmprof/parse/ncu_csv.hpp"

using namespace llmprof;
using Catch::Approx;

namespace {

/// 1000 op/s on tensor cores, 100 op/s in fp32, 10 byte/s: the ridge of tensor cores is at 100 op/byte.
RooflinePeaks peaks() { return {{{ComputePath::tensor_bf16, 1000}, {ComputePath::fp32, 100}}, 10}; }

Work work_of(ComputePath path, double operations, std::optional<double> bytes,
             std::optional<double> seconds) {
  Work work;
  work.add(path, operations);
  work.dram_bytes = bytes;
  work.seconds = seconds;
  return work;
}

LaunchShape shape(std::int32_t blocks) { return {{blocks, 1, 1}, {128, 1, 1}}; }

}  // namespace

TEST_CASE("work left of the ridge is below the memory roof") {
  RooflinePoint const point = roofline_point(work_of(ComputePath::tensor_bf16, 200, 20, 4), peaks());
  CHECK(point.intensity == Approx(10));
  CHECK(point.operations_per_second == Approx(50));
  CHECK(point.bytes_per_second == Approx(5));
  CHECK(point.bandwidth_share == Approx(0.5));
  CHECK(point.peak == Approx(1000));
  CHECK(point.ridge == Approx(100));
  CHECK(point.roof == Approx(100));  // 10 op/byte x 10 byte/s
  CHECK(point.roof_share == Approx(0.5));
  CHECK(point.side == RooflineSide::memory);
  CHECK(point.missing.empty());
}

TEST_CASE("work right of the ridge is below the compute roof") {
  RooflinePoint const point = roofline_point(work_of(ComputePath::tensor_bf16, 8000, 20, 10), peaks());
  CHECK(point.intensity == Approx(400));
  CHECK(point.roof == Approx(1000));
  CHECK(point.roof_share == Approx(0.8));
  CHECK(point.side == RooflineSide::compute);
}

TEST_CASE("the peak of several paths is what they reach one after the other") {
  Work work = work_of(ComputePath::tensor_bf16, 9000, 10, 20);
  work.add(ComputePath::fp32, 100);
  RooflinePoint const point = roofline_point(work, peaks());
  CHECK(point.operations == 9100.0);
  CHECK(point.peak == Approx(910));  // 9 s on tensor cores and 1 s in fp32
  CHECK(point.ridge == Approx(91));
  CHECK(point.roof_share == Approx(0.5));
}

TEST_CASE("a copy is below the memory roof, work in the cache below the compute roof") {
  RooflinePoint const copy = roofline_point(work_of(ComputePath::fp32, 0, 40, 5), peaks());
  CHECK(copy.intensity == 0.0);
  CHECK_FALSE(copy.peak);
  CHECK(copy.side == RooflineSide::memory);
  CHECK(copy.roof_share == Approx(0.8));
  RooflinePoint const cached = roofline_point(work_of(ComputePath::fp32, 300, 0, 5), peaks());
  CHECK_FALSE(cached.intensity);
  CHECK(cached.side == RooflineSide::compute);
  CHECK(cached.roof_share == Approx(0.6));
}

TEST_CASE("a figure that does not follow from what is known is absent") {
  RooflinePoint const no_bytes = roofline_point(work_of(ComputePath::fp32, 300, std::nullopt, 5), peaks());
  CHECK(no_bytes.operations_per_second == Approx(60));
  CHECK_FALSE(no_bytes.intensity);
  CHECK_FALSE(no_bytes.roof_share);
  CHECK_FALSE(no_bytes.side);
  RooflinePoint const no_time = roofline_point(work_of(ComputePath::fp32, 300, 3, std::nullopt), peaks());
  CHECK(no_time.roof == Approx(100));
  CHECK_FALSE(no_time.roof_share);
  RooflinePoint const no_peak = roofline_point(work_of(ComputePath::fp64, 300, 3, 1), peaks());
  CHECK_FALSE(no_peak.roof);
  REQUIRE(no_peak.missing.size() == 1);
  CHECK(no_peak.missing.front() == "compute roof: the peak of fp64 is unknown");
  CHECK_FALSE(roofline_point(Work{}, peaks()).roof);
}

TEST_CASE("operations that are unknown can only move a point to the right") {
  Work work = work_of(ComputePath::tensor_bf16, 200, 20, 4);
  work.at_least = true;
  CHECK(roofline_point(work, peaks()).at_least);
  CHECK_FALSE(roofline_point(work, peaks()).side);
  work.add(ComputePath::tensor_bf16, 8000);
  CHECK(roofline_point(work, peaks()).side == RooflineSide::compute);
  CHECK(sum(work, Work{}).at_least);
}

TEST_CASE("a GEMM of a Llama prefill on an H200 is below the compute roof") {
  Metrics const metrics =
      read_ncu_csv_file(std::string(LLMPROF_TEST_DATA) + "/ncu-2025.3-h200/raw-llama-gemm.csv");
  // 4.8 TB/s, 989 TFLOP/s dense bf16.
  RooflinePeaks const h200{
      {{ComputePath::tensor_bf16, 989e12}, {ComputePath::fp32, 67e12}, {ComputePath::fp16, 134e12}}, 4.8e12};
  for (MeasuredLaunch const& launch : metrics.launches) {
    RooflinePoint const point = roofline_point(measured_work(launch), h200);
    CHECK(point.source == WorkSource::measured);
    if (launch.id == 43) {
      CHECK(point.operations_per_second == Approx(668.6e12).epsilon(0.001));  // ncu: 668.58 T/s
      CHECK(point.intensity == Approx(17'179'869'184.0 / (35'674'880 + 2'375'168)));
      CHECK(point.side == RooflineSide::compute);
      CHECK(point.roof_share == Approx(0.676).epsilon(0.001));
    }
    if (launch.id == 14) CHECK(point.side == RooflineSide::memory);  // decode
  }
}

TEST_CASE("a phase is what was measured, scaled to all calls of each shape") {
  std::vector<KernelWork> measured;
  add_launch(measured, 1, shape(1), work_of(ComputePath::tensor_bf16, 100, 10, 1e-6));
  add_launch(measured, 1, shape(1), work_of(ComputePath::tensor_bf16, 102, 12, 3e-6));
  add_launch(measured, 1, shape(2), work_of(ComputePath::tensor_bf16, 1000, 50, 5e-6), 2);
  REQUIRE(measured.size() == 2);
  CHECK(measured[1].work.total_operations() == 2000.0);
  PhaseWork const phase = phase_work(
      {
          {1, shape(1), 10, 40'000},
          {1, shape(2), 3, 30'000},
          {1, shape(3), 5, 20'000},  // a shape that was not measured
          {2, shape(1), 1, 10'000},  // a kernel that was not measured
      },
      measured);
  CHECK(phase.work.total_operations() == Approx(10 * 101 + 3 * 1000));
  CHECK(phase.work.dram_bytes == Approx(10 * 11 + 3 * 50));
  CHECK(phase.work.seconds == Approx(70e-6));
  CHECK(phase.kernel_ns == 100'000);
  CHECK(phase.covered_ns == 70'000);
  CHECK(phase.coverage() == Approx(0.7));
  CHECK(phase.replayed_ns == Approx(10 * 2000 + 3 * 5000));
  CHECK(phase.uneven_ns == 0);
}

TEST_CASE("launches of one shape that did different work make a phase uneven") {
  std::vector<KernelWork> measured;
  add_launch(measured, 1, shape(1), work_of(ComputePath::tensor_bf16, 17.2e9, 10, 1e-6));
  add_launch(measured, 1, shape(1), work_of(ComputePath::tensor_bf16, 4.3e9, 10, 1e-6));
  PhaseWork const phase = phase_work({{1, shape(1), 2, 500}, {1, std::nullopt, 2, 300}}, measured);
  CHECK(phase.uneven_ns == 800);
  CHECK(phase.coverage() == Approx(1));
}

TEST_CASE("a phase with a kernel whose bytes are unknown has no bytes; without kernels, nothing") {
  std::vector<KernelWork> measured;
  add_launch(measured, 1, shape(1), work_of(ComputePath::fp32, 100, 10, 1e-6));
  add_launch(measured, 2, std::nullopt, work_of(ComputePath::fp32, 100, std::nullopt, std::nullopt));
  PhaseWork const phase = phase_work({{1, shape(1), 1, 10}, {2, shape(7), 1, 10}}, measured);
  CHECK(phase.work.total_operations() == 200.0);
  CHECK_FALSE(phase.work.dram_bytes);
  CHECK_FALSE(phase.replayed_ns);
  PhaseWork const empty = phase_work({}, measured);
  CHECK_FALSE(empty.coverage());
  CHECK_FALSE(empty.work.seconds);
  CHECK_FALSE(empty.work.total_operations());
}

TEST_CASE("work of the model and of counters together is marked so") {
  Work model = work_of(ComputePath::tensor_bf16, 10, 1, 1);
  model.source = WorkSource::model;
  CHECK(roofline_point(model, peaks()).source == WorkSource::model);
  Work const both = sum(model, work_of(ComputePath::fp32, 5, 2, 1));
  CHECK(both.source == WorkSource::mixed);
  CHECK(to_string(both.source) == "measured and model");
  CHECK(both.total_operations() == 15.0);
  CHECK(both.dram_bytes == 3.0);
}
