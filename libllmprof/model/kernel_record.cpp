// SPDX-License-Identifier: MIT
#include "llmprof/model/kernel_record.hpp"

#include <algorithm>
#include <tuple>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
bool comes_before(KernelRecord const& a, KernelRecord const& b) {
  if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;  // an absent total is less than any
  return std::tie(a.name, a.device) < std::tie(b.name, b.device);
}

std::optional<double> mean_of(KernelRecord const& record) {
  if (record.mean_ns || !record.total_ns || record.calls == 0) return record.mean_ns;
  return static_cast<double>(*record.total_ns) / static_cast<double>(record.calls);
}

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
    kernel.mean_ns = mean_of(kernel);
  }
  std::stable_sort(table.kernels.begin(), table.kernels.end(), comes_before);
}

}  // namespace llmprof::inline v0
