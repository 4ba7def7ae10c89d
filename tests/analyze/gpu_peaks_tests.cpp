// SPDX-License-Identifier: MIT
#include "llmprof/analyze/gpu_peaks.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include "llmprof/parse/nsys_sqlite.hpp"

using namespace llmprof;
using Catch::Matchers::WithinRel;

namespace {

/// A device as captures have it: MHz and GB/s here, 0 for what is absent.
Device device(int major, int minor, int sms, int max_mhz, int bandwidth_gbs, std::string name = "") {
  Device device;
  device.name = std::move(name);
  device.compute_major = major;
  device.compute_minor = minor;
  device.sm_count = sms;
  if (max_mhz != 0) device.clock_hz = max_mhz * std::int64_t{1'000'000};
  if (bandwidth_gbs != 0) device.memory_bandwidth = bandwidth_gbs * std::int64_t{1'000'000'000};
  return device;
}

Device h100() { return device(9, 0, 132, 1980, 3352, "NVIDIA H100 80GB HBM3"); }

}  // namespace

TEST_CASE("Rated peaks are those of the data sheets, dense", "[gpu_peaks]") {
  // product, device, type, TFLOP/s (TOP/s)
  auto const& [product, gpu, type, tera] = GENERATE(table<std::string, Device, DataType, double>({
      {"V100 SXM2", device(7, 0, 80, 1530, 898), DataType::fp16, 125},
      {"V100 SXM2", device(7, 0, 80, 1530, 898), DataType::fp32, 15.7},
      {"V100 PCIe", device(7, 0, 80, 1380, 898), DataType::fp16, 112},
      {"V100S", device(7, 0, 80, 1597, 1134), DataType::fp16, 130},
      {"T4", device(7, 5, 40, 1590, 320), DataType::fp16, 65},
      {"T4", device(7, 5, 40, 1590, 320), DataType::int8, 130},
      {"T4", device(7, 5, 40, 1590, 320), DataType::int4, 260},
      {"A100 40 GB", device(8, 0, 108, 1410, 1555), DataType::bf16, 312},
      {"A100 80 GB", device(8, 0, 108, 1410, 2039), DataType::tf32, 156},
      {"A100 80 GB", device(8, 0, 108, 1410, 2039), DataType::int8, 624},
      {"A100 80 GB", device(8, 0, 108, 1410, 2039), DataType::fp32, 19.5},
      {"A100 80 GB", device(8, 0, 108, 1410, 2039), DataType::fp64, 9.7},
      {"A30", device(8, 0, 56, 1440, 933), DataType::fp16, 165},
      {"A10", device(8, 6, 72, 1695, 600), DataType::bf16, 125},
      {"A10G", device(8, 6, 80, 1710, 600), DataType::bf16, 70},
      {"A40", device(8, 6, 84, 1740, 696), DataType::bf16, 149.7},
      {"RTX A6000", device(8, 6, 84, 2100, 768), DataType::bf16, 154.8},
      {"RTX 3090", device(8, 6, 82, 2100, 936), DataType::bf16, 71},
      {"RTX 3090", device(8, 6, 82, 2100, 936), DataType::int8, 284},
      {"RTX 3090", device(8, 6, 82, 2100, 936), DataType::fp32, 35.6},
      {"L4", device(8, 9, 58, 2040, 300), DataType::bf16, 121},
      {"L4", device(8, 9, 58, 2040, 300), DataType::fp8, 242.5},
      {"L40S", device(8, 9, 142, 2520, 864), DataType::bf16, 362},
      {"L40S", device(8, 9, 142, 2520, 864), DataType::fp8, 733},
      {"L40", device(8, 9, 142, 2490, 864), DataType::bf16, 181},
      {"RTX 6000 Ada", device(8, 9, 142, 3105, 960), DataType::bf16, 364.2},
      {"RTX 4090", device(8, 9, 128, 3105, 1008), DataType::bf16, 165.2},
      {"RTX 4090", device(8, 9, 128, 3105, 1008), DataType::fp8, 330.3},
      {"RTX 4090", device(8, 9, 128, 3105, 1008), DataType::int8, 660.6},
      {"H100 SXM", h100(), DataType::bf16, 989.4},
      {"H100 SXM", h100(), DataType::tf32, 494.7},
      {"H100 SXM", h100(), DataType::fp8, 1978.9},
      {"H200", device(9, 0, 132, 1980, 4814), DataType::bf16, 989.4},
      {"H200 of a capture without clocks", device(9, 0, 132, 0, 0), DataType::bf16, 989.4},
      {"H100 PCIe", device(9, 0, 114, 1755, 2039), DataType::bf16, 756},
      {"H100 NVL", device(9, 0, 132, 1785, 3938), DataType::bf16, 835},
      {"B200", device(10, 0, 148, 1965, 7672), DataType::bf16, 2250},
      {"B200", device(10, 0, 148, 1965, 7672), DataType::fp8, 4500},
      {"B200", device(10, 0, 148, 1965, 7672), DataType::fp4, 9000},
      {"RTX 5090", device(12, 0, 170, 2407, 1792), DataType::bf16, 209.5},
      {"RTX 5090", device(12, 0, 170, 2407, 1792), DataType::fp8, 419},
      {"RTX 5090", device(12, 0, 170, 2407, 1792), DataType::fp4, 1676},
      {"RTX 5090", device(12, 0, 170, 2407, 1792), DataType::fp32, 104.8},
  }));
  CAPTURE(product, to_string(type));
  auto const peak = peak_flops(gpu_spec(gpu), type);
  REQUIRE(peak.value);
  CHECK(peak.clock == ClockKind::rated);
  CHECK_THAT(*peak.value / 1e12, WithinRel(tera, 0.013));  // data sheets round, and L40S mixes two clocks
}

TEST_CASE("The clock of a peak is named: sampled before rated before max", "[gpu_peaks]") {
  auto const rated = peak_flops(gpu_spec(h100()), DataType::bf16);
  CHECK(rated.basis == "132 SMs x 4096 FLOP/clock at 1830 MHz (rated)");
  CHECK(rated.clock_hz == 1830e6);

  auto const max = peak_flops(gpu_spec(h100()), DataType::bf16, ClockKind::max);
  CHECK(max.clock == ClockKind::max);
  CHECK_THAT(*max.value / 1e12, WithinRel(1070.5, 1e-4));

  auto const sampled = peak_flops(gpu_spec(h100(), 1500e6), DataType::bf16);
  CHECK(sampled.clock == ClockKind::sampled);
  CHECK_THAT(*sampled.value, WithinRel(132 * 4096 * 1500e6, 1e-12));

  // a number of SMs that is in no table, as with MIG
  CHECK(peak_flops(gpu_spec(device(9, 0, 60, 1980, 0)), DataType::bf16).clock == ClockKind::max);
}

TEST_CASE("Peaks that cannot be known are absent with the reason", "[gpu_peaks]") {
  auto const reason = [](Device const& gpu, DataType type, std::optional<ClockKind> at = {}) {
    auto const peak = peak_flops(gpu_spec(gpu), type, at);
    CHECK(!peak.value);
    CHECK(peak.basis.empty());
    return peak.reason;
  };
  CHECK(reason(device(7, 0, 80, 1530, 0), DataType::bf16) ==
        "compute capability 7.0 has no known peak of bf16");
  CHECK(reason(h100(), DataType::fp4) == "compute capability 9.0 has no known peak of fp4");
  CHECK(reason(device(99, 0, 132, 1980, 0), DataType::bf16) ==
        "peaks of compute capability 99.0 are not known");
  CHECK(reason(Device{}, DataType::bf16) == "the GPU's compute capability is not known");
  CHECK(reason(h100(), DataType::bf16, ClockKind::sampled) == "the sampled clock of the GPU is not known");
  CHECK(reason(device(9, 0, 60, 0, 0), DataType::bf16) == "no clock of the GPU is known");
  CHECK(reason(device(9, 0, 78, 1980, 4000), DataType::bf16).find("H20") != std::string::npos);
  CHECK(peak_flops(gpu_spec(device(9, 0, 78, 1980, 4000)), DataType::fp32).value);

  auto no_sms = h100();
  no_sms.sm_count.reset();
  CHECK(reason(no_sms, DataType::bf16) == "the GPU's number of SMs is not known");
  CHECK(peak_bandwidth(gpu_spec(Device{})).reason == "the GPU's memory clock and bus width are not known");
}

TEST_CASE("A GeForce that is in no table is known by its name alone", "[gpu_peaks]") {
  auto const full = peak_flops(gpu_spec(device(8, 9, 76, 2500, 0, "NVIDIA RTX 4500")), DataType::bf16);
  auto const half =
      peak_flops(gpu_spec(device(8, 9, 76, 2500, 0, "NVIDIA GeForce RTX 4080")), DataType::bf16);
  CHECK(*full.value == 2 * *half.value);
}

TEST_CASE("Measured ceilings come before derived ones", "[gpu_peaks]") {
  auto gpu = gpu_spec(h100());
  CHECK(peak_bandwidth(gpu).value == 3352e9);
  gpu.measured_flops[DataType::bf16] = 700e12;
  gpu.measured_bandwidth = 3e12;
  CHECK(peak_flops(gpu, DataType::bf16).value == 700e12);
  CHECK(peak_flops(gpu, DataType::bf16).measured);
  CHECK(!peak_flops(gpu, DataType::bf16).clock);
  CHECK(peak_flops(gpu, DataType::bf16, ClockKind::rated).clock == ClockKind::rated);
  CHECK(peak_flops(gpu, DataType::fp8).clock == ClockKind::rated);
  CHECK(peak_bandwidth(gpu).value == 3e12);
}

TEST_CASE("A real capture has all that peaks take", "[gpu_peaks]") {
  auto const trace =
      read_nsys_sqlite(std::string(LLMPROF_TEST_DATA) + "/collector-h200/mini-engine-eager.sqlite");
  REQUIRE(trace.devices.size() == 1);
  auto const gpu = gpu_spec(trace.devices.front());
  CHECK_THAT(*peak_flops(gpu, DataType::bf16).value / 1e12, WithinRel(989.4, 1e-3));
  CHECK_THAT(*peak_flops(gpu, DataType::bf16, ClockKind::max).value / 1e12, WithinRel(1070.5, 1e-3));
  CHECK_THAT(*peak_bandwidth(gpu).value / 1e12, WithinRel(4.8, 0.005));
}
