// SPDX-License-Identifier: MIT
// Profiles from inputs without a timeline: kernel tables, and what ncu measured.
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "libllmprof/analyze/kernel_statistics.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// Hands out indexes of kernels and devices while a profile is made from names.
class Names {
 public:
  explicit Names(Profile& profile) : profile_(profile) {}

  std::uint32_t kernel(std::string const& name) {
    auto const [entry, is_new] =
        kernels_.try_emplace(name, static_cast<std::uint32_t>(profile_.kernel_names.size()));
    if (is_new) profile_.kernel_names.push_back(name);
    return entry->second;
  }

  /// no_index where the input does not name a device.
  std::uint32_t device(std::string const& name) {
    if (name.empty()) return no_index;
    auto const [entry, is_new] =
        devices_.try_emplace(name, static_cast<std::uint32_t>(profile_.devices.size()));
    if (is_new) profile_.devices.push_back(device_named(name));
    return entry->second;
  }

 private:
  /// A number is CUDA's ordinal, anything else a product name.
  static Device device_named(std::string const& name) {
    Device device;
    if (name.size() < 10 && name.find_first_not_of("0123456789") == std::string::npos) {
      device.ordinal = std::stoll(name);
    } else {
      device.name = name;
    }
    return device;
  }

  Profile& profile_;
  std::unordered_map<std::string, std::uint32_t> kernels_;
  std::unordered_map<std::string, std::uint32_t> devices_;
};

void sum_up(Profile& profile) {
  profile.total = {0, 0};
  for (KernelStats const& kernel : profile.kernels) {
    add_checked(profile.total.calls, kernel.calls);
    if (!kernel.total_ns) {
      profile.total.kernel_ns.reset();
    } else if (profile.total.kernel_ns) {
      add_checked(*profile.total.kernel_ns, *kernel.total_ns);
    }
  }
  sort_by_total(profile.kernels, profile.kernel_names);
}

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
  Names names(profile);
  for (KernelRecord const& record : table.kernels) {
    KernelStats stats;
    stats.kernel = names.kernel(record.name);
    stats.device = names.device(record.device);
    stats.calls = record.calls;
    stats.total_ns = record.total_ns;
    stats.mean_ns = record.mean_ns;
    stats.min_ns = record.min_ns;
    stats.median_ns = record.median_ns;
    stats.median_kind = MedianKind::reported;
    stats.max_ns = record.max_ns;
    stats.stddev_ns = record.stddev_ns;
    profile.kernels.push_back(std::move(stats));
  }
  sum_up(profile);
  return profile;
}

Profile profile_of(Metrics const& metrics) {
  Profile profile;
  profile.source = metrics.source;
  profile.tool = "Nsight Compute";
  profile.diagnostics = metrics.diagnostics;
  Names names(profile);
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

/// Figures that do not fit are damage of the input, whose name belongs into the message.
template <class Input>
Profile analyze_named(Input const& input) {
  try {
    return profile_of(input);
  } catch (Error const& error) {
    throw ParseError(input.source, {}, error.what());
  }
}

}  // namespace

Profile analyze(KernelTable const& table) { return analyze_named(table); }

Profile analyze(Metrics const& metrics) { return analyze_named(metrics); }

}  // namespace llmprof::inline v0
