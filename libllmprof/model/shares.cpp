// SPDX-License-Identifier: MIT
#include "libllmprof/model/shares.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

void add_tokens(std::optional<std::int64_t>& sum, bool first, std::optional<std::int64_t> const& part) {
  if (first) {
    sum = part;
  } else {
    add_known(sum, part);
  }
}

void add_device(std::vector<DeviceShare>& devices, DeviceShare const& share) {
  auto const same = std::find_if(devices.begin(), devices.end(),
                                 [&](DeviceShare const& known) { return known.device == share.device; });
  if (same == devices.end()) return devices.push_back(share);
  add_kernels(*same, share);
}

void add_process(std::vector<ProcessShare>& processes, ProcessShare const& share) {
  auto const same = std::find_if(processes.begin(), processes.end(),
                                 [&](ProcessShare const& known) { return known.process == share.process; });
  if (same == processes.end()) return processes.push_back(share);
  add_figures(*same, share);
  for (DeviceShare const& device : share.devices) add_device(same->devices, device);
}

std::uint64_t processes_with_ranges(std::vector<ProcessShare> const& shares) noexcept {
  return static_cast<std::uint64_t>(std::count_if(
      shares.begin(), shares.end(), [](ProcessShare const& share) { return share.instances > 0; }));
}

}  // namespace llmprof::inline v0
