// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {

/// Sums of one counter over launches, from which its means are made.
struct WeightedSum {
  std::uint64_t launches = 0;
  double total = 0;
  double time = 0;  ///< ns of those launches.
  double total_over_time = 0;
  double min = 0;
  double max = 0;
  bool timed = true;  ///< Every launch has a duration.

  /// @param count The launches that the value is the mean of: more than one in a summary.
  /// @param duration_ns Of one of them.
  void add(double value, std::uint64_t count, std::optional<std::int64_t> duration_ns) {
    auto const weight = static_cast<double>(count);
    double const duration = duration_ns ? static_cast<double>(*duration_ns) * weight : 0;
    add({count, value * weight, duration, value * duration, value, value, duration_ns.has_value()});
  }

  void add(WeightedSum const& other) {
    if (other.launches == 0) return;
    min = launches == 0 ? other.min : std::min(min, other.min);
    max = launches == 0 ? other.max : std::max(max, other.max);
    add_checked(launches, other.launches);
    total += other.total;
    time += other.time;
    total_over_time += other.total_over_time;
    timed = timed && other.timed;
  }

  /// Weighted by the time of the launches; absent if that is not known.
  [[nodiscard]] std::optional<double> mean_over_time() const {
    return timed && time > 0 ? std::optional(total_over_time / time) : std::nullopt;
  }
};

}  // namespace llmprof::inline v0
