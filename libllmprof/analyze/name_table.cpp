// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/name_table.hpp"

#include "libllmprof/analyze/kernel_statistics.hpp"
#include "libllmprof/model/device_named.hpp"
#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {

std::uint32_t NameTable::kernel(std::string const& name) {
  auto const [entry, is_new] =
      kernels_.try_emplace(name, static_cast<std::uint32_t>(profile_.kernel_names.size()));
  if (is_new) profile_.kernel_names.push_back(name);
  return entry->second;
}

std::uint32_t NameTable::device(std::string const& name) {
  if (name.empty()) return no_index;
  auto const [entry, is_new] =
      devices_.try_emplace(name, static_cast<std::uint32_t>(profile_.devices.size()));
  if (is_new) profile_.devices.push_back(device_named(name));
  return entry->second;
}

KernelStats to_stats(NameTable& names, KernelRecord const& record) {
  KernelStats stats;
  stats.kernel = names.kernel(record.name);
  stats.device = names.device(record.device);
  stats.calls = record.calls;
  stats.total_ns = record.total_ns;
  stats.mean_ns = mean_of(record);
  stats.min_ns = record.min_ns;
  stats.median_ns = record.median_ns;
  stats.median_kind = MedianKind::reported;
  stats.max_ns = record.max_ns;
  stats.stddev_ns = record.stddev_ns;
  return stats;
}

void sum_up(Profile& profile) {
  profile.outside = profile.no_launch_record = {std::nullopt, std::nullopt};  // there are no ranges
  profile.total = {0, 0};
  for (KernelStats const& kernel : profile.kernels) {
    add_checked(profile.total.calls, kernel.calls);
    add_known(profile.total.kernel_ns, kernel.total_ns);
  }
  sort_by_total(profile.kernels, profile.kernel_names);
}

}  // namespace llmprof::inline v0
