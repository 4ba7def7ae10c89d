// SPDX-License-Identifier: MIT
#include "llmprof/model/kernel_record.hpp"

#include <algorithm>
#include <tuple>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

bool comes_first(KernelRecord const& a, KernelRecord const& b) {
  if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;  // an absent total is less than any
  return std::tie(a.name, a.device) < std::tie(b.name, b.device);
}

}  // namespace

void finish(KernelTable& table) {
  table.calls = 0;
  table.total_ns = 0;
  for (KernelRecord& kernel : table.kernels) {
    table.calls += kernel.calls;
    if (!kernel.total_ns) {
      table.total_ns.reset();
    } else if (table.total_ns) {
      add_checked(*table.total_ns, *kernel.total_ns);
    }
    if (!kernel.mean_ns && kernel.total_ns && kernel.calls > 0) {
      kernel.mean_ns = static_cast<double>(*kernel.total_ns) / static_cast<double>(kernel.calls);
    }
  }
  std::stable_sort(table.kernels.begin(), table.kernels.end(), comes_first);
}

}  // namespace llmprof::inline v0
