// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/operations.hpp"

#include <algorithm>
#include <numeric>

namespace llmprof::inline v0 {

std::vector<std::uint32_t> Operations::by_start() const {
  std::vector<std::uint32_t> order(size_);
  std::iota(order.begin(), order.end(), 0U);
  auto const earlier = [&](std::uint32_t a, std::uint32_t b) { return start(a) < start(b); };
  // Each kind usually comes sorted; then merging is all that is to do.
  auto const kernels_end = order.begin() + kernels_;
  auto const memory_end = order.begin() + with_memory_;
  if (std::is_sorted(order.begin(), kernels_end, earlier) &&
      std::is_sorted(kernels_end, memory_end, earlier) && std::is_sorted(memory_end, order.end(), earlier)) {
    std::inplace_merge(order.begin(), kernels_end, memory_end, earlier);
    std::inplace_merge(order.begin(), memory_end, order.end(), earlier);
  } else {
    std::stable_sort(order.begin(), order.end(), earlier);
  }
  return order;
}

}  // namespace llmprof::inline v0
