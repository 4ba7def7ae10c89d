// SPDX-License-Identifier: MIT
#include "llmprof/report/non_finite.hpp"

#include <algorithm>
#include <cmath>

#include "libllmprof/report/non_finite.hpp"

namespace llmprof::inline v0 {
namespace {

std::size_t bad(std::optional<double> value) { return value && !std::isfinite(*value) ? 1 : 0; }

std::size_t bad(KernelStats const& stats) {
  return bad(stats.mean_ns) + bad(stats.median_ns) + bad(stats.stddev_ns) + bad(stats.sum_of_squares);
}

std::size_t bad(std::vector<KernelStats> const& kernels) {
  std::size_t count = 0;
  for (KernelStats const& stats : kernels) count += bad(stats);
  return count;
}

std::size_t bad(TimelineTrack const& track) {
  auto const is_bad = [](float share) { return !std::isfinite(share); };
  return static_cast<std::size_t>(std::count_if(track.busy.begin(), track.busy.end(), is_bad));
}

Diagnostics as_list(std::optional<Diagnostic> diagnostic) {
  return diagnostic ? Diagnostics{std::move(*diagnostic)} : Diagnostics();
}

}  // namespace

std::optional<Diagnostic> non_finite_diagnostic(std::size_t count) {
  if (count == 0) return std::nullopt;
  std::string const what = count == 1 ? "1 figure is" : std::to_string(count) + " figures are";
  return Diagnostic{.severity = Severity::warning,
                    .text = what + " no finite number and left out",
                    .source = {},
                    .line = {}};
}

Diagnostics non_finite(std::vector<KernelRecord> const& records) {
  std::size_t count = 0;
  for (KernelRecord const& record : records) {
    count += bad(record.mean_ns) + bad(record.median_ns) + bad(record.stddev_ns);
  }
  return as_list(non_finite_diagnostic(count));
}

Diagnostics non_finite(Profile const& profile) {
  std::size_t count = bad(profile.kernels);
  for (PhaseProfile const& phase : profile.phases) count += bad(phase.kernels);
  for (TimelineTrack const& track : profile.timeline.tracks) count += bad(track);
  return as_list(non_finite_diagnostic(count));
}

}  // namespace llmprof::inline v0
