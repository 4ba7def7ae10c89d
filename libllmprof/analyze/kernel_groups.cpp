// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/kernel_groups.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/analyze/kernel_classifier.hpp"

namespace llmprof::inline v0 {
namespace {

/// analyze() puts it last.
bool is_other(Profile const& profile, std::size_t kernel) {
  return profile.kernel_names[kernel] == "other" && kernel + 1 == profile.kernel_names.size() && kernel > 0;
}

bool is_communication(std::string_view kernel) {
  return KernelClassifier::built_in().classify(kernel) == KernelClass::communication;
}

LeftOut left_out(KernelGroup const& group, bool with_communication) {
  if (group.function.empty()) return LeftOut::unreadable;
  if (!with_communication && is_communication(group.function)) return LeftOut::communication;
  return LeftOut::no;
}

}  // namespace

KernelGroups::KernelGroups(Profile const& profile, bool with_communication) {
  name_groups(profile, with_communication);
  std::vector<std::int64_t> most(groups_.size(), -1);
  for (KernelStats const& stats : profile.kernels) {
    add(stats);
    std::int64_t& known = most[of(stats.kernel)];
    if (stats.total_ns.value_or(0) <= known) continue;
    known = stats.total_ns.value_or(0);
    groups_[of(stats.kernel)].name = profile.kernel_names[stats.kernel];
  }
  for (KernelShape const& shape : profile.shapes) groups_[of(shape.kernel)].shapes.push_back(shape);
  for (KernelGroup& group : groups_) {
    std::stable_sort(group.shapes.begin(), group.shapes.end(),
                     [](KernelShape const& a, KernelShape const& b) { return a.total_ns > b.total_ns; });
  }
}

void KernelGroups::name_groups(Profile const& profile, bool with_communication) {
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < profile.kernel_names.size(); ++i) {
    KernelName parts = parse_kernel_name(profile.kernel_names[i]);
    auto const [entry, is_new] =
        known.try_emplace(is_other(profile, i) ? "\nother" : parts.canonical, groups_.size());
    group_of_.push_back(entry->second);
    if (!is_new) continue;
    KernelGroup& group = groups_.emplace_back();
    group.name = profile.kernel_names[i];
    group.function = function_name(parts);
    group.parts = std::move(parts);
    group.left_out = is_other(profile, i) ? LeftOut::several : left_out(group, with_communication);
  }
}

void KernelGroups::add(KernelStats const& stats) {
  KernelGroup& group = groups_[of(stats.kernel)];
  std::int64_t const total = stats.total_ns.value_or(0);
  add_checked(group.calls, stats.calls);
  add_checked(group.total_ns, total);
  group.longest_ns = std::max(group.longest_ns, stats.max_ns.value_or(0));
  auto const device = std::find_if(group.devices.begin(), group.devices.end(),
                                   [&](DeviceWork const& work) { return work.device == stats.device; });
  if (device == group.devices.end()) {
    group.devices.push_back({stats.device, stats.calls, total});
  } else {
    add_checked(device->calls, stats.calls);
    add_checked(device->total_ns, total);
  }
}

}  // namespace llmprof::inline v0
