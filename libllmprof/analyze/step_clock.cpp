// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/step_clock.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// Whether no process has occurrences on more than one thread, by the rows that there are, which may be a
/// sample, and by how many of each phase are under way at a time.
bool are_of_one_thread(std::vector<PhaseProfile const*> const& phases) {
  std::set<std::pair<std::uint32_t, std::int64_t>> threads;
  std::set<std::uint32_t> processes;
  for (PhaseProfile const* const phase : phases) {
    if (phase->rows.empty() || phase->side_by_side.value_or(1) > few_at_a_time) return false;
    for (PhaseInstance const& row : phase->rows) {
      threads.emplace(row.process, row.thread);
      processes.insert(row.process);
    }
  }
  return threads.size() == processes.size();
}

/// Of rows that are not all there are, or do not tell how long they took.
std::optional<double> at_a_time_of_some(std::vector<PhaseProfile const*> const& phases) {
  bool const may_overlap =
      std::any_of(phases.begin(), phases.end(), [](PhaseProfile const* phase) { return phase->start_end; });
  return !may_overlap && are_of_one_thread(phases) ? std::optional(1.0) : std::nullopt;
}

}  // namespace

std::int64_t StepClock::next(std::uint64_t series, Range const& range, PhaseInstance const& instance) {
  Nanoseconds end = range.end;
  if (instance.gpu_start && instance.span_ns) end = std::max(end, *instance.gpu_start + *instance.span_ns);
  if (range.kind == RangeKind::start_end) return end - range.start;
  // What the first one waited for is not known: nothing, or work from before the capture.
  Nanoseconds const begin = end > range.end ? std::max(range.start, *instance.gpu_start) : range.start;
  auto const [last, is_first] = last_end_.try_emplace({series, range.thread}, begin);
  Nanoseconds const start = std::max(last->second, range.start);
  last->second = std::max(last->second, end);
  return std::max<std::int64_t>(0, end - start);
}

std::pair<Nanoseconds, Nanoseconds> interval_of(PhaseInstance const& instance) {
  Nanoseconds end = instance.start;
  add_checked(end, instance.wall_ns);
  if (instance.gpu_start && instance.span_ns) {
    Nanoseconds done = *instance.gpu_start;
    add_checked(done, *instance.span_ns);
    end = std::max(end, done);
  }
  Nanoseconds begin = end;
  add_checked(begin, -*instance.step_ns);
  return {begin, end};
}

void StepOverlap::add(PhaseInstance const& instance) {
  auto const [begin, end] = interval_of(instance);
  add_checked(steps_ns_, *instance.step_ns);
  processes_[instance.process].add(begin, end);
}

std::optional<double> StepOverlap::mean() const {
  double elapsed = 0;
  for (auto const& [number, time] : processes_) elapsed += static_cast<double>(time.total());
  if (elapsed <= 0) return std::nullopt;
  return std::max(1.0, static_cast<double>(steps_ns_) / elapsed);
}

std::optional<double> occurrences_at_a_time(std::vector<PhaseProfile const*> const& phases) {
  if (phases.size() == 1 && phases.front()->side_by_side) return phases.front()->side_by_side;
  std::vector<PhaseInstance const*> rows;
  for (PhaseProfile const* const phase : phases) {
    if (phase->rows_sampled) return at_a_time_of_some(phases);
    for (PhaseInstance const& row : phase->rows) rows.push_back(&row);
  }
  std::sort(rows.begin(), rows.end(),
            [](PhaseInstance const* a, PhaseInstance const* b) { return a->start < b->start; });
  StepOverlap overlap;
  for (PhaseInstance const* const row : rows) {
    if (!row->step_ns) return at_a_time_of_some(phases);
    overlap.add(*row);
  }
  return overlap.mean();
}

}  // namespace llmprof::inline v0
