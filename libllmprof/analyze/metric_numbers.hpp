// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>

#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// The numbers that somebody gives to metrics. Names are looked up once: the launches of a file share them,
/// so the addresses of the texts tell.
class MetricNumbers {
 public:
  /// @param look_up Number of a metric that was not seen yet, absent for those that do not matter.
  template <class LookUp>
  [[nodiscard]] std::optional<std::size_t> find(Metric const& metric, LookUp const& look_up) {
    auto const [entry, is_new] = known_.try_emplace({metric.name.data(), metric.unit.data()});
    if (is_new) entry->second = look_up(metric);
    return entry->second;
  }

 private:
  struct Key {
    char const* name;
    char const* unit;
    friend bool operator==(Key const&, Key const&) = default;
  };
  struct KeyHash {
    std::size_t operator()(Key const& key) const noexcept {
      std::hash<char const*> const hash;
      return hash(key.name) ^ (hash(key.unit) << 1);
    }
  };
  std::unordered_map<Key, std::optional<std::size_t>, KeyHash> known_;
};

}  // namespace llmprof::inline v0
