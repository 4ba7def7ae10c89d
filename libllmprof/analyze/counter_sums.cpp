// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/counter_sums.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// A share of the peak or a rate is an average over time; an amount is one of each launch.
bool is_average_over_time(std::string_view unit) { return unit == "%" || unit.ends_with("/s"); }

}  // namespace

std::size_t CounterFinder::KeyHash::operator()(Key const& key) const noexcept {
  std::hash<char const*> const hash;
  return hash(key.name) ^ (hash(key.unit) << 1);
}

std::optional<std::size_t> CounterFinder::find(Metric const& metric) {
  auto const [entry, is_new] = known_.try_emplace({metric.name.data(), metric.unit.data()}, none);
  if (is_new) {
    auto const base = in_base_unit(Metric{.value = 1, .unit = metric.unit});
    entry->second = find_key_counter(metric.name, base->unit).value_or(none);
  }
  return entry->second == none ? std::nullopt : std::optional(entry->second);
}

void CounterSums::Sum::add(double value, double launches, std::optional<double> duration_ns) {
  min = weight == 0 ? value : std::min(min, value);
  max = weight == 0 ? value : std::max(max, value);
  weight += launches;
  total += value * launches;
  timed = timed && duration_ns.value_or(0) > 0;
  time += duration_ns.value_or(0) * launches;
  total_over_time += value * duration_ns.value_or(0) * launches;
}

void CounterSums::add(MeasuredLaunch const& launch, CounterFinder& finder) {
  auto const launches = static_cast<double>(launch.invocations);
  std::optional<double> duration;
  if (launch.duration_ns) duration = static_cast<double>(*launch.duration_ns);
  add_checked(launches_, launch.invocations);
  timed_ = timed_ && duration.has_value();
  duration_ns_ += duration.value_or(0) * launches;
  std::vector<bool> seen(sums_.size());  // one counter may stand in several sections
  for (Metric const metric : launch.metrics) {
    auto const counter = metric.value ? finder.find(metric) : std::nullopt;
    if (!counter || seen[*counter]) continue;
    double const value = in_base_unit(metric)->value;
    if (!std::isfinite(value)) continue;
    seen[*counter] = true;
    sums_[*counter].add(value, launches, duration);
  }
}

std::optional<double> CounterSums::mean_duration_ns() const noexcept {
  if (!timed_ || launches_ == 0) return std::nullopt;
  return duration_ns_ / static_cast<double>(launches_);
}

std::vector<CounterSummary> CounterSums::summaries() const {
  std::vector<CounterSummary> summaries;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    Sum const& sum = sums_[i];
    if (sum.weight == 0) continue;
    KeyCounter const& counter = key_counters()[i];
    bool const over_time = is_average_over_time(counter.unit) && sum.timed;
    double const mean = over_time ? sum.total_over_time / sum.time : sum.total / sum.weight;
    if (!std::isfinite(mean)) continue;  // values near the largest double: their sum is none
    summaries.push_back({std::string(counter.name), std::string(counter.unit), mean, sum.min, sum.max});
  }
  return summaries;
}

}  // namespace llmprof::inline v0
