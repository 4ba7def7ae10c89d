// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/kernel_shapes.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// Kernel, device and shape of a launch; indexes into lists of 32 bits.
struct Key {
  std::uint32_t kernel;
  std::uint32_t device;
  std::uint32_t shape;
  friend bool operator==(Key const&, Key const&) = default;
};

struct KeyHash {
  std::size_t operator()(Key const& key) const noexcept {
    std::uint64_t const mixed = (std::uint64_t{key.kernel} << 32 | key.shape) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(mixed ^ (mixed >> 29) ^ (std::uint64_t{key.device} << 17));
  }
};

bool is_longer(KernelShape const& a, KernelShape const& b) {
  return std::tuple(-a.total_ns, a.kernel, a.device, a.shape.grid, a.shape.block) <
         std::tuple(-b.total_ns, b.kernel, b.device, b.shape.grid, b.shape.block);
}

}  // namespace

KernelShapes find_kernel_shapes(Trace const& trace, KernelStatistics const& kernels, std::size_t most) {
  KernelShapes found;
  std::unordered_map<Key, std::size_t, KeyHash> known;
  for (KernelLaunch const& launch : trace.launches) {
    LaunchShape const& shape = trace.shapes[launch.shape];
    if (shape == LaunchShape()) continue;
    Key const key{kernels.kernel_named(launch.name), trace.streams[launch.stream].device, launch.shape};
    auto const [entry, is_new] = known.try_emplace(key, found.shapes.size());
    if (is_new) found.shapes.push_back({key.kernel, key.device, shape, 0, 0});
    KernelShape& sum = found.shapes[entry->second];
    ++sum.calls;
    add_checked(sum.total_ns, launch.end - launch.start);
  }
  std::sort(found.shapes.begin(), found.shapes.end(), is_longer);
  if (found.shapes.size() > most) {
    found.left_out = found.shapes.size() - most;
    found.shapes.resize(most);
  }
  return found;
}

}  // namespace llmprof::inline v0
