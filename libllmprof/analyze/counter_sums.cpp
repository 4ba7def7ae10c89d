// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/counter_sums.hpp"

#include <cmath>
#include <string_view>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// A share of the peak or a rate is an average over time; an amount is one of each launch.
bool is_average_over_time(std::string_view unit) { return unit == "%" || unit.ends_with("/s"); }

}  // namespace

std::optional<std::size_t> CounterFinder::find(Metric const& metric) {
  return numbers_.find(metric, [](Metric const& unknown) {
    return find_key_counter(unknown.name, in_base_unit(Metric{.value = 1, .unit = unknown.unit})->unit);
  });
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
    sums_[*counter].add(value, launch.invocations, launch.duration_ns);
  }
}

std::optional<double> CounterSums::mean_duration_ns() const noexcept {
  if (!timed_ || launches_ == 0) return std::nullopt;
  return duration_ns_ / static_cast<double>(launches_);
}

std::vector<CounterSummary> CounterSums::summaries() const {
  std::vector<CounterSummary> summaries;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    WeightedSum const& sum = sums_[i];
    if (sum.launches == 0) continue;
    KeyCounter const& counter = key_counters()[i];
    double const of_launches = sum.total / static_cast<double>(sum.launches);
    double const mean =
        is_average_over_time(counter.unit) ? sum.mean_over_time().value_or(of_launches) : of_launches;
    if (!std::isfinite(mean)) continue;  // values near the largest double: their sum is none
    summaries.push_back({std::string(counter.name), std::string(counter.unit), mean, sum.min, sum.max});
  }
  return summaries;
}

}  // namespace llmprof::inline v0
