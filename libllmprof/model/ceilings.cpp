// SPDX-License-Identifier: MIT
#include "llmprof/model/ceilings.hpp"

#include <string_view>

namespace llmprof::inline v0 {
namespace {

/// Captures write it with and without the prefix.
std::string_view bare_uuid(std::string_view uuid) {
  constexpr std::string_view prefix = "GPU-";
  return uuid.starts_with(prefix) ? uuid.substr(prefix.size()) : uuid;
}

bool may_be_equal(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return !a || !b || *a == *b;
}

}  // namespace

bool are_ceilings_of(Ceilings const& ceilings, Device const& device) {
  Device const& measured = ceilings.device;
  if (!measured.uuid.empty() && bare_uuid(measured.uuid) == bare_uuid(device.uuid)) return true;
  return !measured.name.empty() && measured.name == device.name &&
         may_be_equal(measured.compute_major, device.compute_major) &&
         may_be_equal(measured.compute_minor, device.compute_minor) &&
         may_be_equal(measured.sm_count, device.sm_count) &&
         may_be_equal(measured.memory_bandwidth, device.memory_bandwidth);
}

void apply_ceilings(Ceilings const& ceilings, GpuSpec& gpu) {
  if (ceilings.bandwidth) gpu.measured_bandwidth = ceilings.bandwidth->best;
  for (auto const& [type, rate] : ceilings.flops) gpu.measured_flops[type] = rate.best;
}

}  // namespace llmprof::inline v0
