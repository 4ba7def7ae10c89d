// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/gpu_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace llmprof::inline v0 {
namespace {

// NVIDIA's architecture white papers and data sheets, dense; CUDA cores as in the CUDA programming guide's
// table of arithmetic throughput. docs/formulas.md checks each against a product.
constexpr auto rates = std::to_array<SmRates>({
    // cc    fp64 fp32  tf32  fp16  bf16   fp8   int8    fp4  int4
    {7, 0, 64, 128, 0, 1024, 0, 0, 0, 0, 0},
    {7, 5, 4, 128, 0, 1024, 0, 0, 2048, 0, 4096},
    {8, 0, 64, 128, 1024, 2048, 2048, 0, 4096, 0, 8192},
    {8, 6, 4, 256, 512, 1024, 1024, 0, 2048, 0, 4096},
    {8, 7, 4, 256, 1024, 2048, 2048, 0, 4096, 0, 8192},
    {8, 9, 4, 256, 512, 1024, 1024, 2048, 2048, 0, 4096},
    {9, 0, 128, 256, 2048, 4096, 4096, 8192, 8192, 0, 0},
    {10, 0, 128, 256, 4096, 8192, 8192, 16384, 16384, 32768, 0},
    // Tensor cores for int8 are cut down by more than one figure tells.
    {10, 3, 4, 256, 4096, 8192, 8192, 16384, 0, 49152, 0},
    {12, 0, 4, 256, 512, 1024, 1024, 2048, 2048, 4096, 0},
});

constexpr std::string_view slowed_h20 =
    "the tensor cores of a chip with 78 SMs of compute capability 9.0 (H20) "
    "are slowed by the maker, to a rate that is not known";

// The rated clock is the one at which the maker's dense tensor figure of the product holds, not always the
// boost clock that is printed: 756 TFLOP/s of the H100 PCIe are 1620 MHz, though its data sheet says 1755.
constexpr auto chips = std::to_array<Chip>({
    // cc  SMs  max  GB/s rated half usual
    {7, 0, 80, 1530, 0, 1530, false, true, {}},     // V100 SXM2
    {7, 0, 80, 1380, 0, 1380, false, false, {}},    // V100 PCIe
    {7, 0, 80, 1597, 0, 1597, false, false, {}},    // V100S
    {7, 5, 40, 0, 0, 1590, false, true, {}},        // T4
    {8, 0, 108, 0, 0, 1410, false, true, {}},       // A100, A800
    {8, 0, 56, 0, 0, 1440, false, true, {}},        // A30
    {8, 6, 82, 0, 0, 1695, true, true, {}},         // GeForce RTX 3090
    {8, 6, 72, 0, 600, 1695, false, true, {}},      // A10
    {8, 6, 80, 0, 600, 1710, true, false, {}},      // A10G
    {8, 6, 84, 0, 696, 1740, false, false, {}},     // A40
    {8, 6, 84, 0, 768, 1800, false, false, {}},     // RTX A6000
    {8, 6, 84, 0, 1008, 1860, true, false, {}},     // GeForce RTX 3090 Ti
    {8, 9, 58, 0, 300, 2040, false, true, {}},      // L4
    {8, 9, 92, 0, 864, 2520, true, false, {}},      // L20
    {8, 9, 142, 2520, 864, 2490, false, true, {}},  // L40S
    {8, 9, 142, 2490, 864, 2490, true, false, {}},  // L40
    {8, 9, 142, 0, 960, 2505, false, false, {}},    // RTX 6000 Ada
    {8, 9, 128, 0, 1008, 2520, true, true, {}},     // GeForce RTX 4090
    {9, 0, 132, 1980, 0, 1830, false, true, {}},    // H100 SXM, H200 SXM, GH200
    {9, 0, 132, 1785, 0, 1545, false, false, {}},   // H100 NVL, H200 NVL
    {9, 0, 114, 0, 0, 1620, false, true, {}},       // H100 PCIe
    {9, 0, 78, 0, 0, 0, false, true, slowed_h20},   // H20
    {10, 0, 148, 0, 0, 1855, false, true, {}},      // B200
    {12, 0, 170, 0, 1792, 2407, true, true, {}},    // GeForce RTX 5090
});

/// A fact of a capture against one of the table; absent ones fit the usual chip.
bool fits(std::optional<std::int64_t> fact, double unit, int expected, double tolerance, bool usual) {
  if (expected == 0) return true;
  if (!fact) return usual;
  return std::abs(static_cast<double>(*fact) / unit - expected) <= tolerance * expected;
}

bool is_chip(Chip const& chip, Device const& device) {
  return device.compute_major == chip.major && device.compute_minor == chip.minor &&
         device.sm_count == chip.sms && fits(device.clock_hz, 1e6, chip.max_mhz, 0.002, chip.usual) &&
         fits(device.memory_bandwidth, 1e9, chip.bandwidth_gbs, 0.02, chip.usual);
}

}  // namespace

SmRates const* find_rates(std::int64_t major, std::int64_t minor) noexcept {
  auto const* const found = std::find_if(
      rates.begin(), rates.end(), [&](SmRates const& r) { return r.major == major && r.minor == minor; });
  return found == rates.end() ? nullptr : found;
}

int rate_of(SmRates const& r, DataType type) noexcept {
  switch (type) {
    case DataType::fp64: return r.fp64;
    case DataType::fp32: return r.fp32;
    case DataType::tf32: return r.tf32;
    case DataType::fp16: return r.fp16;
    case DataType::bf16: return r.bf16;
    case DataType::fp8: return r.fp8;
    case DataType::int8: return r.int8;
    case DataType::fp4: return r.fp4;
    case DataType::int4: return r.int4;
  }
  return 0;
}

bool is_halved(DataType type) noexcept {
  return type == DataType::tf32 || type == DataType::fp16 || type == DataType::bf16 || type == DataType::fp8;
}

Chip const* find_chip(Device const& device) noexcept {
  auto const* const found =
      std::find_if(chips.begin(), chips.end(), [&](Chip const& chip) { return is_chip(chip, device); });
  return found == chips.end() ? nullptr : found;
}

}  // namespace llmprof::inline v0
