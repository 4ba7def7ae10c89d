// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/kernel_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t worth_a_thread = 100'000;

}  // namespace

KernelStats statistics(std::span<std::int64_t const> sorted) {
  auto const count = sorted.size();
  auto const n = static_cast<double>(count);
  KernelStats stats;
  stats.calls = count;
  stats.total_ns = std::accumulate(sorted.begin(), sorted.end(), std::int64_t{0});
  double const mean = static_cast<double>(*stats.total_ns) / n;
  stats.mean_ns = mean;
  stats.min_ns = sorted.front();
  stats.max_ns = sorted.back();
  stats.median_ns =
      count % 2 == 1
          ? static_cast<double>(sorted[count / 2])
          : (static_cast<double>(sorted[count / 2 - 1]) + static_cast<double>(sorted[count / 2])) / 2;
  double squares = 0;
  double deviations = 0;
  for (std::int64_t const duration : sorted) {
    auto const value = static_cast<double>(duration);
    squares += value * value;
    deviations += (value - mean) * (value - mean);
  }
  stats.sum_of_squares = squares;
  if (count > 1) stats.stddev_ns = std::sqrt(deviations / (n - 1));
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    auto const end = std::upper_bound(begin, sorted.end(), *begin);
    stats.histogram.add(*begin, static_cast<std::uint64_t>(end - begin));
    begin = end;
  }
  return stats;
}

void sort_by_total(std::vector<KernelStats>& kernels, std::vector<std::string> const& names) {
  std::sort(kernels.begin(), kernels.end(), [&](KernelStats const& a, KernelStats const& b) {
    if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
    return std::tie(names[a.kernel], a.device) < std::tie(names[b.kernel], b.device);
  });
}

std::size_t KernelStatistics::KeyHash::operator()(Key const& key) const noexcept {
  std::uint64_t const hash = (std::uint64_t{key.kernel} << 32 | key.phases) * 0x9e3779b97f4a7c15U;
  return (hash ^ hash >> 31) + key.device;
}

KernelStatistics::KernelStatistics(Trace const& trace, Scopes const& scopes, PhaseTotals const& totals,
                                   std::size_t most_kernels) {
  name_kernels(trace, most_kernels);
  find_phase_sets(scopes, totals);
  sort_durations(trace, scopes);
}

void KernelStatistics::name_kernels(Trace const& trace, std::size_t most) {
  std::vector<std::int64_t> total_of_name(trace.strings.size(), -1);
  std::vector<std::uint32_t> used;
  for (KernelLaunch const& launch : trace.launches) {
    auto const name = static_cast<std::uint32_t>(launch.name);
    if (total_of_name[name] < 0) {
      total_of_name[name] = 0;
      used.push_back(name);
    }
    total_of_name[name] += launch.end - launch.start;
  }
  if (used.size() > most) {
    std::stable_sort(used.begin(), used.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return total_of_name[a] > total_of_name[b]; });
  }
  std::size_t const kept = used.size() > most ? most - 1 : used.size();
  under_other_ = used.size() - kept;
  kernel_of_name_.assign(trace.strings.size(), no_index);
  for (std::size_t i = 0; i < used.size(); ++i) {
    kernel_of_name_[used[i]] = static_cast<std::uint32_t>(std::min(i, kept));
    if (i < kept) names_.emplace_back(trace.strings[static_cast<StringId>(used[i])]);
  }
  if (under_other_ > 0) names_.emplace_back("other");
}

/// Thousands of steps have the same phases: what is told apart is the set of phases, not the group.
void KernelStatistics::find_phase_sets(Scopes const& scopes, PhaseTotals const& totals) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  for (std::uint32_t group = 0; group < scopes.groups.size(); ++group) {
    auto const phases = totals.phases_of(group);
    auto const [entry, is_new] =
        known.try_emplace({phases.begin(), phases.end()}, static_cast<std::uint32_t>(phase_sets_.size()));
    if (is_new) phase_sets_.push_back(entry->first);
    phase_set_of_group_.push_back(entry->second);
  }
}

void KernelStatistics::sort_durations(Trace const& trace, Scopes const& scopes) {
  std::unordered_map<Key, std::uint32_t, KeyHash> known;
  std::vector<std::uint32_t> key_of(trace.launches.size());
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < trace.launches.size(); ++i) {
    KernelLaunch const& launch = trace.launches[i];
    Key const key{phase_set_of_group_[scopes.group_of[i]],
                  kernel_of_name_[static_cast<std::uint32_t>(launch.name)],
                  trace.streams[launch.stream].device};
    auto const [entry, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) {
      keys_.push_back(key);
      counts.push_back(0);
    }
    key_of[i] = entry->second;
    ++counts[entry->second];
  }
  for (std::uint32_t key = 0; key < keys_.size(); ++key) {
    for (std::uint32_t const phase : phase_sets_[keys_[key].phases]) {
      if (phase >= keys_of_phase_.size()) keys_of_phase_.resize(phase + 1);
      keys_of_phase_[phase].push_back(key);
    }
  }
  begins_.assign(keys_.size() + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), std::next(begins_.begin()));
  durations_.resize(trace.launches.size());
  std::vector<std::size_t> next(begins_.begin(), std::prev(begins_.end()));
  for (std::size_t i = 0; i < trace.launches.size(); ++i) {
    durations_[next[key_of[i]]++] = trace.launches[i].end - trace.launches[i].start;
  }
  auto const sort_keys = [this](std::size_t first, std::size_t last) {
    for (std::size_t key = first; key < last; ++key) {
      std::sort(durations_.begin() + static_cast<std::ptrdiff_t>(begins_[key]),
                durations_.begin() + static_cast<std::ptrdiff_t>(begins_[key + 1]));
    }
  };
  // Sorting is what most of the time of exact medians goes into; the other half of the durations is for a
  // second thread, where there are enough of them to be worth it.
  auto const half = std::upper_bound(begins_.begin(), begins_.end(), durations_.size() / 2);
  auto const middle = std::min(static_cast<std::size_t>(half - begins_.begin()), keys_.size());
  if (durations_.size() < worth_a_thread) return sort_keys(0, keys_.size());
  auto other = std::async(std::launch::async, sort_keys, middle, keys_.size());
  sort_keys(0, middle);
  other.get();
}

std::span<std::int64_t const> KernelStatistics::durations(std::size_t key) const noexcept {
  return std::span(durations_).subspan(begins_[key], begins_[key + 1] - begins_[key]);
}

/// Brings the keys of one kernel and device together.
std::vector<KernelStats> KernelStatistics::summarise(std::vector<std::uint32_t> keys) const {
  auto const identity = [&](std::uint32_t key) { return std::tie(keys_[key].kernel, keys_[key].device); };
  std::sort(keys.begin(), keys.end(),
            [&](std::uint32_t a, std::uint32_t b) { return identity(a) < identity(b); });
  std::vector<KernelStats> kernels;
  std::vector<std::int64_t> joined;
  for (auto begin = keys.begin(); begin != keys.end();) {
    auto const end =
        std::find_if(begin, keys.end(), [&](std::uint32_t key) { return identity(key) != identity(*begin); });
    if (end - begin == 1) {
      kernels.push_back(statistics(durations(*begin)));
    } else {
      joined.clear();
      for (auto key = begin; key != end; ++key) {
        auto const part = durations(*key);
        auto const middle = static_cast<std::ptrdiff_t>(joined.size());
        joined.insert(joined.end(), part.begin(), part.end());
        std::inplace_merge(joined.begin(), joined.begin() + middle, joined.end());
      }
      kernels.push_back(statistics(joined));
    }
    kernels.back().kernel = keys_[*begin].kernel;
    kernels.back().device = keys_[*begin].device;
    begin = end;
  }
  sort_by_total(kernels, names_);
  return kernels;
}

std::vector<KernelStats> KernelStatistics::of_trace() const {
  std::vector<std::uint32_t> keys(keys_.size());
  std::iota(keys.begin(), keys.end(), 0U);
  return summarise(std::move(keys));
}

std::vector<KernelStats> KernelStatistics::of_phase(std::uint32_t phase) const {
  return phase < keys_of_phase_.size() ? summarise(keys_of_phase_[phase]) : std::vector<KernelStats>{};
}

}  // namespace llmprof::inline v0
