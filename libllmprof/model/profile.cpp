// SPDX-License-Identifier: MIT
#include "llmprof/model/profile.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

bool ends_in(std::vector<Label> const& path, std::vector<Label> const& end) noexcept {
  return path.size() >= end.size() && std::equal(end.rbegin(), end.rend(), path.rbegin());
}

}  // namespace

PhaseProfile const* Profile::find(std::vector<Label> const& path) const noexcept {
  PhaseProfile const* best = nullptr;
  for (PhaseProfile const& phase : phases) {
    if (ends_in(phase.path, path) && (best == nullptr || phase.path.size() < best->path.size()))
      best = &phase;
  }
  return best;
}

std::vector<PhaseProfile const*> Profile::find_all(std::vector<Label> const& path) const {
  std::vector<PhaseProfile const*> found;
  std::vector<Label> const* outer = nullptr;  // path of the last match; what is inside follows it directly
  for (PhaseProfile const& phase : phases) {
    bool const inside = outer != nullptr && phase.path.size() > outer->size() &&
                        std::equal(outer->begin(), outer->end(), phase.path.begin());
    if (inside || !ends_in(phase.path, path)) continue;
    found.push_back(&phase);
    outer = &phase.path;
  }
  return found;
}

std::string device_label(Device const& device) {
  std::string const ordinal = std::to_string(device.ordinal);
  return device.name.empty() ? "GPU " + ordinal : device.name + " (" + ordinal + ")";
}

KernelRecord to_record(Profile const& profile, KernelStats const& stats) {
  return {.name = profile.kernel_names.at(stats.kernel),
          .device = stats.device == no_index ? std::string() : device_label(profile.devices.at(stats.device)),
          .calls = stats.calls,
          .total_ns = stats.total_ns,
          .mean_ns = stats.mean_ns,
          .min_ns = stats.min_ns,
          .median_ns = stats.median_ns,
          .max_ns = stats.max_ns,
          .stddev_ns = stats.stddev_ns};
}

std::vector<KernelRecord> to_records(Profile const& profile, std::vector<KernelStats> const& stats) {
  std::vector<KernelRecord> records;
  records.reserve(stats.size());
  for (KernelStats const& kernel : stats) records.push_back(to_record(profile, kernel));
  return records;
}

}  // namespace llmprof::inline v0
