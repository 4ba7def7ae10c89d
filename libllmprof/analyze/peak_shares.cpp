// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/peak_shares.hpp"

#include <algorithm>
#include <string_view>

namespace llmprof::inline v0 {
namespace {

std::optional<double> share_named(MeasuredKernel const& kernel, std::string_view name) {
  auto const found = std::find_if(
      kernel.counters.begin(), kernel.counters.end(),
      [&](CounterSummary const& counter) { return counter.name == name && counter.unit == "%"; });
  return found == kernel.counters.end() ? std::nullopt : std::optional(found->mean / 100);
}

}  // namespace

std::optional<double> sm_share(MeasuredKernel const& kernel) {
  return share_named(kernel, "sm__throughput.avg.pct_of_peak_sustained_elapsed");
}

/// The first is what the section SpeedOfLight has, the second the metric of that name.
std::optional<double> dram_share(MeasuredKernel const& kernel) {
  auto const share = share_named(kernel, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed");
  return share ? share : share_named(kernel, "dram__throughput.avg.pct_of_peak_sustained_elapsed");
}

}  // namespace llmprof::inline v0
