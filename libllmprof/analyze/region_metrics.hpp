// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/analyze/metric_numbers.hpp"
#include "libllmprof/analyze/weighted_sum.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/region.hpp"

namespace llmprof::inline v0 {

/// A chosen metric of one row: its number, and its value in the base unit.
struct RegionValue {
  std::size_t number;
  double value;
};

/// Which metrics a report on regions has: those that were asked for, or the key counters.
///
/// A metric is a name and a base unit: what two files give in units that do not go together stays apart.
class RegionMetricChoice {
 public:
  explicit RegionMetricChoice(std::vector<std::string> const& names);

  /// The values of a launch, each metric once: one may stand in several sections.
  [[nodiscard]] std::vector<RegionValue> values_of(MeasuredLaunch const& launch);

  /// The metric of that number without figures.
  [[nodiscard]] RegionMetric const& operator[](std::size_t number) const { return chosen_.at(number); }

  /// The numbers in the order of a report.
  [[nodiscard]] std::vector<std::size_t> order() const;

  /// Those that were asked for and never found.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  /// Number of the chosen metric that this one is.
  [[nodiscard]] std::optional<std::size_t> look_up(Metric const& metric);
  std::size_t number_of(std::string_view name, std::string_view unit, std::size_t rank);

  std::vector<std::string> names_;  // wanted, in order
  bool are_key_counters_;
  std::vector<RegionMetric> chosen_;
  std::vector<std::size_t> rank_;  // of each of chosen_: its place in names_
  MetricNumbers numbers_;
};

/// Sums of one metric over rows.
class RegionMetricSum {
 public:
  void add(double value, std::uint64_t rows, std::optional<std::int64_t> time_ns) {
    sum_.add(value, rows, time_ns);
  }
  void add(RegionMetricSum const& other) { sum_.add(other.sum_); }

  [[nodiscard]] bool empty() const noexcept { return sum_.launches == 0; }

  /// Fills the figures in. @param all_rows How many rows should have the metric.
  void fill(RegionMetric& metric, std::uint64_t all_rows) const;

 private:
  [[nodiscard]] std::optional<double> value(Aggregation aggregation) const;

  WeightedSum sum_;
};

}  // namespace llmprof::inline v0
