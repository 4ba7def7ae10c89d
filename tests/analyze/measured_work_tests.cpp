// SPDX-License-Identifier: MIT
#include "llmprof/analyze/measured_work.hpp"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "llmprof/parse/ncu_csv.hpp"

using namespace llmprof;
using Catch::Approx;

namespace {

MeasuredLaunch launch_with(std::vector<Metric> const& metrics,
                           std::optional<std::int64_t> duration_ns = 1000) {
  MeasuredLaunch launch;
  launch.duration_ns = duration_ns;
  for (Metric const& metric : metrics) launch.metrics.add(metric);
  return launch;
}

Metric counter(std::string_view name, double value, std::string_view unit = "") {
  return {.name = name, .value = value, .unit = unit};
}

bool misses(Work const& work, std::string const& what) {
  return std::any_of(work.missing.begin(), work.missing.end(),
                     [&](std::string const& text) { return text.find(what) != std::string::npos; });
}

Metrics read_sample(std::string const& name) {
  return read_ncu_csv_file(std::string(LLMPROF_TEST_DATA) + "/" + name);
}

MeasuredLaunch const& launch_number(Metrics const& metrics, std::uint64_t id) {
  return *std::find_if(metrics.launches.begin(), metrics.launches.end(),
                       [&](MeasuredLaunch const& launch) { return launch.id == id; });
}

}  // namespace

TEST_CASE("tensor operations are counted once where ncu gives totals and their parts") {
  Work const work = measured_work(launch_with({
      counter("sm__ops_path_tensor_op_hgmma_src_fp16_sparsity_off.sum", 100),
      counter("sm__ops_path_tensor_src_fp16.sum", 100),
      counter("sm__ops_path_tensor_src_fp16_dst_fp16.sum", 30),
      counter("sm__ops_path_tensor_src_fp16_dst_fp32_sparsity_off.sum", 70),
      counter("sm__ops_path_tensor_src_bf16_dst_fp32.sum", 5),
      counter("sm__ops_path_tensor_src_tf32_dst_fp32.sum", 0),
      counter("sm__ops_path_tensor_src_fp8_sparsity_off.sum", 7),
      counter("sm__ops_path_tensor_src_fp8_sparsity_on.sum", 2),
      counter("sm__ops_path_tensor_src_fp4_dst_fp32.sum", 4),
      counter("sm__ops_path_tensor_src_fp4_fp6_dst_fp32.sum", 1),
      counter("sm__ops_path_tensor_src_int8.sum", 11),
  }));
  CHECK(work.of(ComputePath::tensor_fp16) == 100.0);
  CHECK(work.of(ComputePath::tensor_bf16) == 5.0);
  CHECK(work.of(ComputePath::tensor_tf32) == 0.0);
  CHECK(work.of(ComputePath::tensor_fp8) == 10.0);
  CHECK(work.of(ComputePath::tensor_fp4) == 4.0);
  CHECK(work.of(ComputePath::tensor_int8) == 11.0);
  CHECK_FALSE(misses(work, "tensor"));
}

TEST_CASE("parts without a total are added up") {
  Work const work = measured_work(launch_with({
      counter("sm__ops_path_tensor_src_fp16_dst_fp16.sum", 30),
      counter("sm__ops_path_tensor_src_fp16_dst_fp32.sum", 70),
  }));
  CHECK(work.of(ComputePath::tensor_fp16) == 100.0);
  CHECK(misses(work, "tensor bf16, tensor tf32, tensor int8 operations"));
  CHECK(work.at_least);
}

TEST_CASE("a rate is as good as an amount where time or cycles are known") {
  std::string const sass = "smsp__sass_thread_inst_executed_op_";
  Work const work = measured_work(launch_with({
      counter("sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_second", 3e15),
      counter("smsp__cycles_elapsed.avg", 2, "Kcycle"),
      counter(sass + "fadd_pred_on.sum.per_cycle_elapsed", 1, "inst/cycle"),
      counter(sass + "fmul_pred_on.sum.per_cycle_elapsed", 10, "inst/cycle"),
      counter(sass + "ffma_pred_on.sum.per_cycle_elapsed", 0.1, "Kinst/cycle"),
      counter(sass + "hadd_pred_on.sum", 1, "inst"),
      counter(sass + "hmul_pred_on.sum", 2, "inst"),
      counter(sass + "hfma_pred_on.sum", 3, "Kinst"),
      counter("dram__bytes.sum.per_second", 4, "Tbyte/s"),
  }));
  CHECK(work.of(ComputePath::tensor_bf16) == Approx(3e9));  // 3e15 x 1 us
  CHECK(work.of(ComputePath::fp32) == Approx(2000 * (1 + 10 + 2 * 100)));
  CHECK(work.of(ComputePath::fp16) == Approx(2 * 1 + 2 * 2 + 4 * 3000));
  CHECK(work.dram_bytes == Approx(4e6));
  CHECK(work.seconds == Approx(1e-6));
  CHECK_FALSE(work.of(ComputePath::fp64));
  CHECK(misses(work, "fp64 operations: no smsp__sass_thread_inst_executed_op_d{add,mul,fma}"));
}

TEST_CASE("units of bytes are respected, and mixed ones give the same sum") {
  auto const bytes = [](Metric const& read, Metric const& write) {
    return measured_work(launch_with({read, write})).dram_bytes;
  };
  auto const expected = bytes(counter("dram__bytes_read.sum", 2'500'000, "byte"),
                              counter("dram__bytes_write.sum", 1'500, "byte"));
  CHECK(expected == 2'501'500.0);
  CHECK(bytes(counter("dram__bytes_read.sum", 2.5, "Mbyte"),
              counter("dram__bytes_write.sum", 1.5, "Kbyte")) == Approx(*expected));
  CHECK(bytes(counter("dram__bytes_op_read.sum", 2500, "Kbyte"),
              counter("dram__bytes_op_write.sum", 1500, "byte")) == Approx(*expected));
}

TEST_CASE("what was not measured is absent and said") {
  Work const nothing = measured_work(launch_with({}, std::nullopt));
  CHECK(nothing.operations.empty());
  CHECK_FALSE(nothing.total_operations());
  CHECK_FALSE(nothing.dram_bytes);
  CHECK_FALSE(nothing.seconds);
  CHECK(nothing.missing.size() == 6);
  CHECK(nothing.metrics.empty());

  CHECK_FALSE(measured_work(launch_with({counter("dram__bytes_read.sum", 1, "Mbyte")})).dram_bytes);
  CHECK_FALSE(measured_work(launch_with({counter("dram__bytes.sum", 1, "?")})).dram_bytes);
  CHECK_FALSE(
      measured_work(launch_with({{.name = "dram__bytes.sum", .unit = "byte", .text = "n/a"}})).dram_bytes);
}

TEST_CASE("an instruction of a tensor core has a known size on Volta alone") {
  MeasuredLaunch launch = launch_with({counter("sm__inst_executed_pipe_tensor.sum", 10, "inst")});
  launch.compute_capability = "7.0";
  CHECK(measured_work(launch).of(ComputePath::tensor_fp16) == 5120.0);
  launch.compute_capability = "8.0";
  CHECK_FALSE(measured_work(launch).of(ComputePath::tensor_fp16));
  CHECK(misses(measured_work(launch), "tensor operations"));
  MeasuredLaunch none = launch_with({counter("sm__inst_executed_pipe_tensor.sum", 0, "inst")});
  CHECK(measured_work(none).of(ComputePath::tensor_fp16) == 0.0);
}

TEST_CASE("a GEMM of a Llama on an H200 does the FLOPs that its sizes give") {
  // Hidden size 2048, intermediate size 8192, prompts of 512 tokens.
  Metrics const metrics = read_sample("ncu-2025.3-h200/raw-llama-gemm.csv");
  Work const up = measured_work(launch_number(metrics, 5));
  CHECK(up.of(ComputePath::tensor_bf16) == Approx(2.0 * 512 * 2048 * 8192).epsilon(0.05));
  CHECK(up.total_operations() == Approx(2.0 * 512 * 2048 * 8192).epsilon(0.05));
  CHECK(up.dram_bytes == 41'964'032.0 + 3'061'248.0);
  CHECK(up.seconds == Approx(28'736e-9));
  CHECK(up.missing.empty());
  CHECK_FALSE(up.at_least);
  Work const attention = measured_work(launch_number(metrics, 9));
  CHECK(attention.of(ComputePath::tensor_bf16) == Approx(2.0 * 512 * 2048 * 2048).epsilon(0.05));
  // One token, but the tile has eight rows: the counter counts what the cores did.
  Work const decode = measured_work(launch_number(metrics, 14));
  CHECK(decode.of(ComputePath::tensor_bf16) == Approx(8 * 2.0 * 2048 * 8192).epsilon(0.05));
}

TEST_CASE("an element-wise kernel on an H200 multiplies each element once") {
  Metrics const metrics = read_sample("ncu-2025.3-h200/raw-llama-gemm.csv");
  Work const product = measured_work(launch_number(metrics, 1));
  CHECK(product.of(ComputePath::fp32) == Approx(512 * 2048).epsilon(0.001));  // 85.65 a cycle, two decimals
  CHECK(product.of(ComputePath::tensor_bf16) == 0.0);
  CHECK(product.of(ComputePath::fp64) == 0.0);
}

TEST_CASE("pages with scaled and with base units agree") {
  Metrics const scaled = read_sample("ncu-2025.3-h200/raw-auto-units.csv");
  Metrics const base = read_sample("ncu-2025.3-h200/raw-base-units.csv");
  REQUIRE(scaled.launches.size() == base.launches.size());
  for (std::size_t i = 0; i < base.launches.size(); ++i) {
    Work const a = measured_work(scaled.launches[i]);
    Work const b = measured_work(base.launches[i]);
    REQUIRE(a.operations.size() == b.operations.size());
    CHECK(a.dram_bytes.has_value() == b.dram_bytes.has_value());
    CHECK(*a.dram_bytes == Approx(*b.dram_bytes).epsilon(1e-3));
    CHECK(*a.total_operations() == Approx(*b.total_operations()).epsilon(0.01).margin(100));
  }
}
