// SPDX-License-Identifier: MIT
#include "libllmprof/parse/profile_sums.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "libllmprof/model/shares.hpp"
#include "llmprof/error.hpp"

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

void add_all(Profile const& profile) {
  KernelTotal shapes;
  for (KernelShape const& shape : profile.shapes) {
    add_checked(shapes.calls, shape.calls);
    add_present(shapes.kernel_ns, std::optional(shape.total_ns));
  }
  ProcessShare sums;
  std::optional<std::int64_t> kernel_ns;
  std::uint64_t calls = 0;
  auto const add_kernels_of = [&](std::vector<KernelStats> const& kernels) {
    for (KernelStats const& kernel : kernels) {
      add_checked(calls, kernel.calls);
      add_present(kernel_ns, kernel.total_ns);
    }
  };
  add_kernels_of(profile.kernels);
  for (PhaseProfile const& phase : profile.phases) {
    add_figures(sums, known_sums(phase));
    add_kernels_of(phase.kernels);
    for (DeviceShare const& device : phase.by_device) add_kernels(sums, device);
    for (ProcessShare const& share : phase.by_process) {
      add_figures(sums, share);
      for (DeviceShare const& device : share.devices) add_kernels(sums, device);
    }
  }
}

}  // namespace

void check_sums(JsonNode const& root, Profile const& profile) {
  try {
    add_all(profile);
  } catch (Error const& error) {
    root.fail(error.what());
  }
}

}  // namespace llmprof::inline v0
