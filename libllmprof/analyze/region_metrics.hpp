// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Key {
    char const* name;
    char const* unit;
    friend bool operator==(Key const&, Key const&) = default;
  };
  struct KeyHash {
    std::size_t operator()(Key const& key) const noexcept;
  };

  /// Number of the chosen metric that this one is, or none. Names are looked up once: the launches of a file
  /// share them, so the addresses of the texts tell.
  [[nodiscard]] std::size_t find(Metric const& metric);
  [[nodiscard]] std::size_t look_up(Metric const& metric);
  std::size_t number_of(std::string_view name, std::string_view unit, std::size_t rank);

  std::vector<std::string> names_;  // wanted, in order
  bool are_key_counters_;
  std::vector<RegionMetric> chosen_;
  std::vector<std::size_t> rank_;  // of each of chosen_: its place in names_
  std::unordered_map<Key, std::size_t, KeyHash> known_;
};

/// Sums of one metric over rows.
class RegionMetricSum {
 public:
  /// @param rows      Launches that the value is the mean of: more than one only in a summary.
  /// @param time_ns   Of one of them.
  void add(double value, std::uint64_t rows, std::optional<std::int64_t> time_ns);
  void add(RegionMetricSum const& other);

  [[nodiscard]] bool empty() const noexcept { return rows_ == 0; }

  /// Fills the figures in. @param all_rows How many rows should have the metric.
  void fill(RegionMetric& metric, std::uint64_t all_rows) const;

 private:
  [[nodiscard]] std::optional<double> value(Aggregation aggregation) const;

  std::uint64_t rows_ = 0;
  double sum_ = 0;
  double time_ = 0;  // ns of the rows
  double sum_over_time_ = 0;
  double min_ = 0;
  double max_ = 0;
  bool timed_ = true;  // every row has a time
};

}  // namespace llmprof::inline v0
