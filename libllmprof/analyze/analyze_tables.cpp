// SPDX-License-Identifier: MIT
// Profiles from inputs without a timeline: kernel tables, and what ncu measured.
#include <algorithm>
#include <map>
#include <tuple>

#include "libllmprof/analyze/kernel_statistics.hpp"
#include "libllmprof/analyze/name_table.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// Durations of the launches of one kernel on one device; `complete` is false once one of them is unknown.
struct Measured {
  std::vector<std::int64_t> durations;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
  bool complete = true;
  bool summary = false;  // averages over several invocations: no extremes, no median
};

KernelStats to_stats(Measured& measured) {
  KernelStats stats;
  if (measured.complete && !measured.summary) {
    std::sort(measured.durations.begin(), measured.durations.end());
    return statistics(measured.durations);
  }
  stats.calls = measured.calls;
  if (measured.complete) {
    stats.total_ns = measured.total_ns;
    stats.mean_ns = static_cast<double>(measured.total_ns) / static_cast<double>(measured.calls);
  }
  return stats;
}

Profile profile_of(KernelTable const& table) {
  Profile profile;
  profile.source = table.source;
  profile.diagnostics = table.diagnostics;
  NameTable names(profile);
  for (KernelRecord const& record : table.kernels) profile.kernels.push_back(to_stats(names, record));
  sum_up(profile);
  return profile;
}

Profile profile_of(Metrics const& metrics) {
  Profile profile;
  profile.source = metrics.source;
  profile.tool = "Nsight Compute";
  profile.diagnostics = metrics.diagnostics;
  NameTable names(profile);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Measured> kernels;
  std::uint64_t ranges = 0;
  for (MeasuredLaunch const& launch : metrics.launches) {
    if (launch.kind == MeasuredKind::range) {
      ++ranges;
      continue;
    }
    Measured& measured = kernels[{names.kernel(launch.kernel), names.device(launch.device)}];
    add_checked(measured.calls, launch.invocations);
    measured.summary = measured.summary || launch.kind == MeasuredKind::summary;
    measured.complete = measured.complete && launch.duration_ns.has_value();
    if (!launch.duration_ns) continue;
    measured.durations.push_back(*launch.duration_ns);
    add_checked(measured.total_ns, multiply_checked(*launch.duration_ns, launch.invocations));
  }
  for (auto& [key, measured] : kernels) {
    KernelStats stats = to_stats(measured);
    std::tie(stats.kernel, stats.device) = key;
    profile.kernels.push_back(std::move(stats));
  }
  if (ranges > 0) {
    profile.diagnostics.push_back(
        {Severity::note,
         std::to_string(ranges) +
             " row(s) measure whole ranges and are not counted as kernels; see llmprof metrics",
         metrics.source,
         {}});
  }
  sum_up(profile);
  return profile;
}

}  // namespace

Profile analyze(KernelTable const& table) {
  return named(table.source, [&] { return profile_of(table); });
}

Profile analyze(Metrics const& metrics) {
  return named(metrics.source, [&] { return profile_of(metrics); });
}

}  // namespace llmprof::inline v0
