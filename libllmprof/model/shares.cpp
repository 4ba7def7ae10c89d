// SPDX-License-Identifier: MIT
#include "libllmprof/model/shares.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

/// The sums of a phase; what is unknown of them adds nothing.
ProcessShare known_sums(PhaseProfile const& phase) {
  ProcessShare sums;
  sums.instances = phase.instances.value_or(0);
  sums.wall_ns = phase.wall_ns.value_or(0);
  sums.span_ns = phase.span_ns;
  sums.kernel_ns = phase.kernel_ns.value_or(0);
  sums.exclusive_kernel_ns = phase.exclusive_kernel_ns.value_or(0);
  sums.gpu_busy_ns = phase.gpu_busy_ns.value_or(0);
  sums.calls = phase.calls.value_or(0);
  sums.tokens = phase.tokens;
  return sums;
}

}  // namespace

void add_tokens(std::optional<std::int64_t>& sum, bool first, std::optional<std::int64_t> const& part) {
  if (first) {
    sum = part;
  } else {
    add_known(sum, part);
  }
}

void add_gpu_time(std::optional<GpuTime>& into, std::optional<GpuTime> const& other) {
  if (!into || !other) return into.reset();
  add_checked(into->kernels_busy_ns, other->kernels_busy_ns);
  add_checked(into->compute_busy_ns, other->compute_busy_ns);
  add_checked(into->memory_ns, other->memory_ns);
  add_checked(into->idle_submitted_ns, other->idle_submitted_ns);
  add_checked(into->idle_after_copy_ns, other->idle_after_copy_ns);
  add_known(into->idle_after_wait_ns, other->idle_after_wait_ns);
  add_checked(into->idle_host_ns, other->idle_host_ns);
  add_checked(into->after_ns, other->after_ns);
  add_checked(into->launch_delay_ns, other->launch_delay_ns);
  add_checked(into->delayed, other->delayed);
  add_checked(into->in_graphs, other->in_graphs);
}

void add_device(std::vector<DeviceShare>& devices, DeviceShare const& share) {
  auto const same = std::find_if(devices.begin(), devices.end(),
                                 [&](DeviceShare const& known) { return known.device == share.device; });
  if (same == devices.end()) return devices.push_back(share);
  add_kernels(*same, share);
  add_gpu_time(same->time, share.time);
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

void check_sums(Profile const& profile) {
  KernelTotal shapes;
  for (KernelShape const& shape : profile.shapes) {
    add_checked(shapes.calls, shape.calls);
    add_present(shapes.kernel_ns, std::optional(shape.total_ns));
  }
  ProcessShare sums;
  DeviceShare device_sums;
  auto const add_known_of = [&](DeviceShare share) {
    share.exclusive_kernel_ns = share.exclusive_kernel_ns.value_or(0);  // what is unknown adds nothing
    add_kernels(device_sums, share);
  };
  std::optional<std::int64_t> kernel_ns;
  std::uint64_t calls = 0;
  auto const add_all = [&](std::vector<KernelStats> const& kernels) {
    for (KernelStats const& kernel : kernels) {
      add_checked(calls, kernel.calls);
      add_present(kernel_ns, kernel.total_ns);
    }
  };
  add_all(profile.kernels);
  for (PhaseProfile const& phase : profile.phases) {
    add_figures(sums, known_sums(phase));
    add_all(phase.kernels);
    for (DeviceShare const& device : phase.by_device) add_known_of(device);
    for (ProcessShare const& share : phase.by_process) {
      add_figures(sums, share);
      for (DeviceShare const& device : share.devices) add_known_of(device);
    }
  }
}

}  // namespace llmprof::inline v0
