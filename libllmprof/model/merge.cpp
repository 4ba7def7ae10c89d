// SPDX-License-Identifier: MIT
// Several phases as one.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "libllmprof/model/shares.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {
namespace {

template <class Value, class Pick>
void pick_known(std::optional<Value>& into, std::optional<Value> const& other, Pick const& pick) {
  into = into && other ? std::optional(pick(*into, *other)) : std::nullopt;
}

/// From the sum of squares, since the durations themselves are gone.
std::optional<double> deviation(KernelStats const& stats) {
  if (!stats.total_ns || !stats.sum_of_squares || stats.calls < 2) return std::nullopt;
  auto const n = static_cast<double>(stats.calls);
  auto const total = static_cast<double>(*stats.total_ns);
  return std::sqrt(std::max(0.0, *stats.sum_of_squares - total * total / n) / (n - 1));
}

void merge_kernel(KernelStats& into, KernelStats const& other) {
  add_checked(into.calls, other.calls);
  add_known(into.total_ns, other.total_ns);
  into.mean_ns = into.total_ns
                     ? std::optional(static_cast<double>(*into.total_ns) / static_cast<double>(into.calls))
                     : std::nullopt;
  pick_known(into.min_ns, other.min_ns, [](auto a, auto b) { return std::min(a, b); });
  pick_known(into.max_ns, other.max_ns, [](auto a, auto b) { return std::max(a, b); });
  pick_known(into.sum_of_squares, other.sum_of_squares, [](double a, double b) { return a + b; });
  into.histogram.merge(other.histogram);
  into.median_ns = into.histogram.count() == into.calls ? into.histogram.quantile(0.5) : std::nullopt;
  into.median_kind = MedianKind::histogram;
  into.stddev_ns = deviation(into);
}

/// A list of phases has the number of processes, but not which they are.
bool lists_its_processes(PhaseProfile const& phase) {
  return phase.processes == processes_with_ranges(phase.by_process);
}

void merge_phase(PhaseProfile& into, PhaseProfile const& other) {
  bool const known = lists_its_processes(into) && lists_its_processes(other);
  add_figures(into, other);
  add_known(into.with_gpu_work, other.with_gpu_work);
  add_gpu_time(into.gpu_time, other.gpu_time);
  if (into.step != other.step)
    into.step = into.step && other.step ? std::optional(StepKind::mixed) : std::nullopt;
  into.start_end = into.start_end || other.start_end;
  into.side_by_side.reset();
  if (into.tokens_from != other.tokens_from) into.tokens_from = TokenSource::several;
  add_checked(into.replayed.calls, other.replayed.calls);
  add_checked(into.replayed.kernel_ns, other.replayed.kernel_ns);
  add_checked(into.replayed.gpu_busy_ns, other.replayed.gpu_busy_ns);
  for (DeviceShare const& device : other.by_device) add_device(into.by_device, device);
  for (ProcessShare const& process : other.by_process) add_process(into.by_process, process);
  into.processes = known ? std::optional(processes_with_ranges(into.by_process)) : std::nullopt;
}

}  // namespace

PhaseProfile merged(std::vector<PhaseProfile const*> const& phases) {
  if (phases.empty()) return {};
  PhaseProfile all = *phases.front();
  std::map<std::pair<std::uint32_t, std::uint32_t>, KernelStats> kernels;
  for (PhaseProfile const* const phase : phases) {
    if (phase != phases.front()) merge_phase(all, *phase);
    for (KernelStats const& stats : phase->kernels) {
      auto const [entry, is_new] = kernels.try_emplace({stats.kernel, stats.device}, stats);
      if (!is_new) merge_kernel(entry->second, stats);
    }
  }
  all.kernels.clear();
  for (auto& [key, stats] : kernels) all.kernels.push_back(std::move(stats));
  std::stable_sort(all.kernels.begin(), all.kernels.end(),
                   [](KernelStats const& a, KernelStats const& b) { return a.total_ns > b.total_ns; });
  if (phases.size() > 1) {
    all.rows.clear();
    all.rows_sampled = true;
  }
  return all;
}

}  // namespace llmprof::inline v0
