// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "libllmprof/model/key_counters.hpp"
#include "llmprof/model/measured_kernel.hpp"
#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// Tells key counters among the metrics of launches. Names are looked up once: the launches of a file share
/// them, so the addresses of the texts tell.
class CounterFinder {
 public:
  /// Index into key_counters(), absent for other metrics.
  [[nodiscard]] std::optional<std::size_t> find(Metric const& metric);

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
  std::unordered_map<Key, std::size_t, KeyHash> known_;
};

/// Sums of the key counters over launches of one kernel.
class CounterSums {
 public:
  void add(MeasuredLaunch const& launch, CounterFinder& finder);

  [[nodiscard]] std::uint64_t launches() const noexcept { return launches_; }
  [[nodiscard]] std::optional<double> mean_duration_ns() const noexcept;
  [[nodiscard]] std::vector<CounterSummary> summaries() const;

 private:
  struct Sum {
    double weight = 0;  // launches
    double total = 0;
    double time = 0;  // ns of those launches
    double total_over_time = 0;
    double min = 0;
    double max = 0;
    bool timed = true;  // every launch that has the counter has a duration
    void add(double value, double launches, std::optional<double> duration_ns);
  };

  std::vector<Sum> sums_ = std::vector<Sum>(key_counters().size());
  std::uint64_t launches_ = 0;
  double duration_ns_ = 0;
  bool timed_ = true;
};

}  // namespace llmprof::inline v0
