// SPDX-License-Identifier: MIT
#include "libllmprof/session/asked_ranges.hpp"

#include <algorithm>
#include <set>

#include "libllmprof/model/phase_paths.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_named = 12;

using Phases = std::vector<PhaseProfile const*>;

/// The first occurrence may be a warm-up that launches more, or a step that launches nothing.
std::uint64_t launches_of_one(PhaseProfile const& phase) {
  std::vector<std::uint64_t> launches;
  for (PhaseInstance const& row : phase.rows) {
    if (row.calls > 0) launches.push_back(row.calls);
  }
  if (launches.empty()) return phase.calls.value_or(0);
  auto const middle = launches.begin() + static_cast<std::ptrdiff_t>(launches.size() / 2);
  std::nth_element(launches.begin(), middle, launches.end());
  return *middle;
}

std::uint64_t launches_of_one_each(Phases const& phases) {
  std::uint64_t launches = 0;
  for (PhaseProfile const* const phase : phases) {
    bool const is_counted = std::any_of(phases.begin(), phases.end(),
                                        [&](PhaseProfile const* other) { return is_inside(*phase, *other); });
    if (!is_counted) launches += launches_of_one(*phase);
  }
  return launches;
}

void add_kinds(NcuRange const& asked, Phases const& phases, std::vector<NcuRange>& found) {
  auto const is_start_end = [](PhaseProfile const* phase) { return phase->start_end; };
  if (std::any_of(phases.begin(), phases.end(), is_start_end))
    found.push_back({asked.path, RangeKind::start_end});
  if (!std::all_of(phases.begin(), phases.end(), is_start_end)) found.push_back({asked.path, asked.kind});
}

/// In the order in which they were first opened, each label once.
std::string labels_of(Profile const& timeline) {
  std::set<std::string> known;
  std::string list;
  for (PhaseProfile const& phase : timeline.phases) {
    std::string const label = to_string(phase.path.back());
    if (!known.insert(label).second || known.size() > most_named) continue;
    list += (list.empty() ? "" : ", ") + label;
  }
  if (known.size() > most_named) list += " and " + std::to_string(known.size() - most_named) + " more";
  return list.empty() ? "the workload opened no NVTX range" : "ranges that were seen: " + list;
}

}  // namespace

AskedRanges find_ranges_on(Profile const& timeline, std::vector<NcuRange> const& asked) {
  AskedRanges result;
  Phases all;
  std::string missing;
  for (NcuRange const& range : asked) {
    Phases const phases = timeline.find_all(range.path);
    if (phases.empty()) missing += (missing.empty() ? "" : ", ") + to_string(range.path);
    if (!phases.empty()) add_kinds(range, phases, result.found);
    all.insert(all.end(), phases.begin(), phases.end());
  }
  if (!missing.empty()) result.not_seen = "there was no range " + missing + "; " + labels_of(timeline);
  result.launches = launches_of_one_each(all);
  return result;
}

}  // namespace llmprof::inline v0
