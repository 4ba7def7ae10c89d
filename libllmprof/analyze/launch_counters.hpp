// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// The counters of one launch that its work can be told from, as amounts: rates are multiplied with the time
/// or the cycles.
class LaunchCounters {
 public:
  explicit LaunchCounters(MeasuredLaunch const& launch);

  /// Whether the amount of a counter is known, by its name without `.sum`.
  [[nodiscard]] bool has(std::string const& counter) const { return look_up(counter).has_value(); }

  /// Amount of a counter; absent if it was not measured. Remembers the metric that gave it.
  [[nodiscard]] std::optional<double> amount(std::string const& counter) { return use(look_up(counter)); }
  /// The same from `.sum` alone.
  [[nodiscard]] std::optional<double> exact(std::string const& counter) {
    return use(product(counter + ".sum", 1));
  }

  /// Names without what follows the dot of counters that were measured and begin with `prefix`, each once.
  [[nodiscard]] std::vector<std::string> beginning_with(std::string_view prefix) const;

  /// Metrics that gave the amounts so far.
  [[nodiscard]] std::vector<std::string> const& used() const noexcept { return used_; }

 private:
  /// An amount and the metric that it comes from.
  struct Amount {
    std::string metric;
    double value = 0;
  };

  [[nodiscard]] std::optional<Amount> look_up(std::string const& counter) const;
  [[nodiscard]] std::optional<Amount> product(std::string const& metric, std::optional<double> times) const;
  [[nodiscard]] std::optional<double> find(std::string const& metric) const;
  [[nodiscard]] std::optional<double> cycles(std::string_view counter) const;
  [[nodiscard]] std::optional<double> use(std::optional<Amount> const& amount);

  std::optional<double> seconds_;
  std::map<std::string, double, std::less<>> values_;  // in base units
  std::vector<std::string> used_;
};

}  // namespace llmprof::inline v0
