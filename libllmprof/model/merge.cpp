// SPDX-License-Identifier: MIT
// Several phases as one.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {
namespace {

/// Absent if either is: a sum of something unknown is unknown.
void add_known(std::optional<std::int64_t>& sum, std::optional<std::int64_t> const& part) {
  if (sum && part) {
    add_checked(*sum, *part);
  } else {
    sum.reset();
  }
}

/// Absent only if both are: there is no GPU work in some ranges.
void add_present(std::optional<std::int64_t>& sum, std::optional<std::int64_t> const& part) {
  if (!part) return;
  if (!sum) sum = 0;
  add_checked(*sum, *part);
}

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
  into.calls += other.calls;
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

void merge_device(std::vector<DeviceShare>& devices, DeviceShare const& other) {
  auto const same = std::find_if(devices.begin(), devices.end(),
                                 [&](DeviceShare const& share) { return share.device == other.device; });
  if (same == devices.end()) return devices.push_back(other);
  same->calls += other.calls;
  add_checked(same->kernel_ns, other.kernel_ns);
  add_checked(same->exclusive_kernel_ns, other.exclusive_kernel_ns);
  add_checked(same->gpu_busy_ns, other.gpu_busy_ns);
}

/// What a phase and a process's share of it have in common.
template <class Figures>
void merge_figures(Figures& into, Figures const& other) {
  into.instances += other.instances;
  add_checked(into.wall_ns, other.wall_ns);
  add_present(into.span_ns, other.span_ns);
  if (other.asynchronous) into.asynchronous = into.asynchronous.value_or(false) || *other.asynchronous;
  add_checked(into.kernel_ns, other.kernel_ns);
  add_checked(into.exclusive_kernel_ns, other.exclusive_kernel_ns);
  add_checked(into.gpu_busy_ns, other.gpu_busy_ns);
  into.calls += other.calls;
  add_known(into.tokens, other.tokens);
}

void merge_process(std::vector<ProcessShare>& processes, ProcessShare const& other) {
  auto const same = std::find_if(processes.begin(), processes.end(),
                                 [&](ProcessShare const& share) { return share.process == other.process; });
  if (same == processes.end()) return processes.push_back(other);
  merge_figures(*same, other);
  for (DeviceShare const& device : other.devices) merge_device(same->devices, device);
}

void merge_phase(PhaseProfile& into, PhaseProfile const& other) {
  merge_figures(into, other);
  if (into.tokens_from != other.tokens_from) into.tokens_from = TokenSource::several;
  into.replayed.calls += other.replayed.calls;
  add_checked(into.replayed.kernel_ns, other.replayed.kernel_ns);
  add_checked(into.replayed.gpu_busy_ns, other.replayed.gpu_busy_ns);
  for (DeviceShare const& device : other.by_device) merge_device(into.by_device, device);
  for (ProcessShare const& process : other.by_process) merge_process(into.by_process, process);
  into.processes = into.by_process.size();
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
