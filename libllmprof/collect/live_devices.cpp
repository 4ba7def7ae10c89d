// SPDX-License-Identifier: MIT
#include "libllmprof/collect/live_devices.hpp"

#include "libllmprof/collect/live_sums.hpp"

namespace llmprof::inline v0 {

void LiveDevices::add_kernel(std::uint32_t device, std::uint64_t begin, std::uint64_t end) {
  State& at = state(device);
  ++at.sums.calls;
  add_saturated(at.sums.kernel_ns, duration_of(begin, end));
  at.busy.add(begin, end);
}

void LiveDevices::add_copy(std::uint32_t device, std::uint64_t begin, std::uint64_t end) {
  State& at = state(device);
  add_saturated(at.sums.copy_ns, duration_of(begin, end));
  at.busy.add(begin, end);
}

void LiveDevices::settle() {
  for (auto& [number, at] : states_) at.busy.settle();
}

std::vector<LiveDevice> LiveDevices::figures() const {
  std::vector<LiveDevice> devices;
  for (auto const& [number, at] : states_) {
    LiveDevice& device = devices.emplace_back(at.sums);
    device.device = number;
    device.name = names_.text(at.name);
    device.busy_ns = at.busy.total_ns();
  }
  return devices;
}

}  // namespace llmprof::inline v0
