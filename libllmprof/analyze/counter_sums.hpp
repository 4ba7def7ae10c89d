// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libllmprof/analyze/metric_numbers.hpp"
#include "libllmprof/analyze/weighted_sum.hpp"
#include "libllmprof/model/key_counters.hpp"
#include "llmprof/model/measured_kernel.hpp"
#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// Tells key counters among the metrics of launches.
class CounterFinder {
 public:
  /// Index into key_counters(), absent for other metrics.
  [[nodiscard]] std::optional<std::size_t> find(Metric const& metric);

 private:
  MetricNumbers numbers_;
};

/// Sums of the key counters over launches of one kernel.
class CounterSums {
 public:
  void add(MeasuredLaunch const& launch, CounterFinder& finder);

  [[nodiscard]] std::uint64_t launches() const noexcept { return launches_; }
  [[nodiscard]] std::optional<double> mean_duration_ns() const noexcept;
  [[nodiscard]] std::vector<CounterSummary> summaries() const;

 private:
  std::vector<WeightedSum> sums_ = std::vector<WeightedSum>(key_counters().size());
  std::uint64_t launches_ = 0;
  double duration_ns_ = 0;
  bool timed_ = true;
};

}  // namespace llmprof::inline v0
