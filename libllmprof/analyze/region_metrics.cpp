// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/region_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libllmprof/model/key_counters.hpp"

namespace llmprof::inline v0 {

RegionMetricChoice::RegionMetricChoice(std::vector<std::string> const& names)
    : are_key_counters_(names.empty()) {
  for (std::string const& name : names) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
  }
  if (!are_key_counters_) return;
  for (KeyCounter const& counter : key_counters()) names_.emplace_back(counter.name);
}

std::vector<RegionValue> RegionMetricChoice::values_of(MeasuredLaunch const& launch) {
  std::vector<RegionValue> values;
  std::vector<bool> seen(chosen_.size());
  for (Metric const metric : launch.metrics) {
    auto const number = numbers_.find(metric, [this](Metric const& unknown) { return look_up(unknown); });
    if (!number || !metric.value) continue;
    if (seen.size() <= *number) seen.resize(chosen_.size());
    double const value = in_base_unit(metric)->value;
    if (seen[*number] || !std::isfinite(value)) continue;
    seen[*number] = true;
    values.push_back({*number, value});
  }
  return values;
}

std::optional<std::size_t> RegionMetricChoice::look_up(Metric const& metric) {
  std::string const unit = in_base_unit(Metric{.value = 1, .unit = metric.unit})->unit;
  auto const exact = std::find(names_.begin(), names_.end(), metric.name);
  if (exact != names_.end() && !are_key_counters_) {
    return number_of(metric.name, unit, static_cast<std::size_t>(exact - names_.begin()));
  }
  auto const counter = find_key_counter(metric.name, unit);  // other pages and versions have other names
  if (!counter) return std::nullopt;
  std::string_view const name = key_counters()[*counter].name;
  auto const alias = std::find(names_.begin(), names_.end(), name);
  if (alias == names_.end()) return std::nullopt;
  return number_of(name, unit, static_cast<std::size_t>(alias - names_.begin()));
}

std::size_t RegionMetricChoice::number_of(std::string_view name, std::string_view unit, std::size_t rank) {
  auto const known = std::find_if(chosen_.begin(), chosen_.end(), [&](RegionMetric const& metric) {
    return metric.name == name && metric.unit == unit;
  });
  if (known != chosen_.end()) return static_cast<std::size_t>(known - chosen_.begin());
  RegionMetric metric;
  metric.name = name;
  metric.unit = unit;
  metric.aggregation = aggregation_of(name, unit);
  chosen_.push_back(std::move(metric));
  rank_.push_back(rank);
  return chosen_.size() - 1;
}

std::vector<std::size_t> RegionMetricChoice::order() const {
  std::vector<std::size_t> numbers(chosen_.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
    return rank_[a] != rank_[b] ? rank_[a] < rank_[b] : chosen_[a].unit < chosen_[b].unit;
  });
  return numbers;
}

std::vector<std::string> RegionMetricChoice::missing() const {
  std::vector<std::string> missing;
  for (std::size_t rank = 0; rank < names_.size() && !are_key_counters_; ++rank) {
    if (std::find(rank_.begin(), rank_.end(), rank) == rank_.end()) missing.push_back(names_[rank]);
  }
  return missing;
}

std::optional<double> RegionMetricSum::value(Aggregation aggregation) const {
  switch (aggregation) {
    case Aggregation::sum: return sum_.total;
    case Aggregation::time_mean: return sum_.mean_over_time();
    case Aggregation::minimum: return sum_.min;
    case Aggregation::maximum: return sum_.max;
    case Aggregation::none: return std::nullopt;
  }
  return std::nullopt;
}

void RegionMetricSum::fill(RegionMetric& metric, std::uint64_t all_rows) const {
  metric.rows = sum_.launches;
  if (empty()) return;
  metric.min = sum_.min;
  metric.max = sum_.max;
  auto const figure = sum_.launches == all_rows ? value(metric.aggregation) : std::nullopt;
  if (figure && std::isfinite(*figure)) metric.value = figure;  // sums near the largest double are none
}

}  // namespace llmprof::inline v0
