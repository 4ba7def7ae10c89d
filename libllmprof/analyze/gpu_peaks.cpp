// SPDX-License-Identifier: MIT
#include "llmprof/analyze/gpu_peaks.hpp"

#include <string_view>

#include "libllmprof/analyze/gpu_tables.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

Peak no_peak(std::string reason) {
  Peak peak;
  peak.reason = std::move(reason);
  return peak;
}

Peak measured_peak(double value) {
  Peak peak;
  peak.value = value;
  peak.measured = true;
  peak.basis = "measured on the device";
  return peak;
}

std::optional<double> clock_of(GpuSpec const& gpu, ClockKind kind) {
  switch (kind) {
    case ClockKind::sampled: return gpu.sampled_hz;
    case ClockKind::rated: return gpu.rated_hz;
    case ClockKind::max: return gpu.max_hz;
  }
  return std::nullopt;
}

/// The kind of the best clock that is known, or the one that is asked for if it is known.
std::optional<ClockKind> known_clock(GpuSpec const& gpu, std::optional<ClockKind> at) {
  for (ClockKind const kind : {ClockKind::sampled, ClockKind::rated, ClockKind::max})
    if ((!at || *at == kind) && clock_of(gpu, kind)) return kind;
  return std::nullopt;
}

std::string capability(GpuSpec const& gpu) {
  return std::to_string(*gpu.compute_major) + "." + std::to_string(*gpu.compute_minor);
}

bool is_of_cuda_cores(DataType type) { return type == DataType::fp64 || type == DataType::fp32; }

/// FLOP of one SM in one clock. @return 0 with the reason if there is none.
int rate_of(GpuSpec const& gpu, DataType type, std::string& reason) {
  SmRates const* const rates = find_rates(*gpu.compute_major, *gpu.compute_minor);
  if (rates == nullptr) {
    reason = "peaks of compute capability " + capability(gpu) + " are not known";
    return 0;
  }
  if (!is_of_cuda_cores(type) && !gpu.slowed.empty()) {
    reason = gpu.slowed;
    return 0;
  }
  int const rate = rate_of(*rates, type);
  if (rate == 0) {
    reason =
        "compute capability " + capability(gpu) + " has no known peak of " + std::string(to_string(type));
  }
  return gpu.half_rate && is_halved(type) ? rate / 2 : rate;
}

std::string no_clock(std::optional<ClockKind> at) {
  return at ? "the " + std::string(to_string(*at)) + " clock of the GPU is not known"
            : std::string("no clock of the GPU is known");
}

Peak derived_peak(GpuSpec const& gpu, int rate, ClockKind kind) {
  double const hz = *clock_of(gpu, kind);
  Peak peak;
  peak.clock = kind;
  peak.clock_hz = hz;
  peak.value = static_cast<double>(*gpu.sm_count) * rate * hz;
  peak.basis = std::to_string(*gpu.sm_count) + " SMs x " + std::to_string(rate) + " FLOP/clock at " +
               fixed(hz / 1e6, 0) + " MHz (" + std::string(to_string(kind)) + ")";
  return peak;
}

std::optional<double> real(std::optional<std::int64_t> value) {
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

/// Nothing but the name tells that the maker slowed the chip of a product that is not in the table.
bool is_geforce(Device const& device) { return device.name.find("GeForce") != std::string::npos; }

}  // namespace

GpuSpec gpu_spec(Device const& device, std::optional<double> sampled_hz) {
  GpuSpec gpu;
  gpu.name = device.name;
  gpu.compute_major = device.compute_major;
  gpu.compute_minor = device.compute_minor;
  gpu.sm_count = device.sm_count;
  gpu.sampled_hz = sampled_hz;
  gpu.max_hz = real(device.clock_hz);
  gpu.memory_bandwidth = real(device.memory_bandwidth);
  Chip const* const chip = find_chip(device);
  gpu.half_rate = chip != nullptr ? chip->half_rate : is_geforce(device);
  if (chip == nullptr) return gpu;
  if (chip->rated_mhz != 0) gpu.rated_hz = chip->rated_mhz * 1e6;
  gpu.slowed = chip->slowed;
  return gpu;
}

Peak peak_flops(GpuSpec const& gpu, DataType type, std::optional<ClockKind> at) {
  if (auto const measured = gpu.measured_flops.find(type); !at && measured != gpu.measured_flops.end())
    return measured_peak(measured->second);
  if (!gpu.compute_major || !gpu.compute_minor) return no_peak("the GPU's compute capability is not known");
  if (!gpu.sm_count) return no_peak("the GPU's number of SMs is not known");
  std::string reason;
  int const rate = rate_of(gpu, type, reason);
  if (rate == 0) return no_peak(std::move(reason));
  auto const kind = known_clock(gpu, at);
  return kind ? derived_peak(gpu, rate, *kind) : no_peak(no_clock(at));
}

Peak peak_bandwidth(GpuSpec const& gpu) {
  if (gpu.measured_bandwidth) return measured_peak(*gpu.measured_bandwidth);
  if (!gpu.memory_bandwidth) return no_peak("the GPU's memory clock and bus width are not known");
  Peak peak;
  peak.value = gpu.memory_bandwidth;
  peak.basis = "memory clock x bus width";
  return peak;
}

}  // namespace llmprof::inline v0
