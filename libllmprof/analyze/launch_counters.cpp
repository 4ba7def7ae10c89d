// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/launch_counters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace llmprof::inline v0 {
namespace {

/// Of a thousand metrics these are looked at.
constexpr std::array kept{
    std::string_view("sm__ops_path_tensor_src_"),
    std::string_view("smsp__sass_thread_inst_executed_op_"),
    std::string_view("sm__sass_thread_inst_executed_op_"),
    std::string_view("sm__inst_executed_pipe_tensor."),
    std::string_view("smsp__inst_executed_pipe_tensor."),
    std::string_view("dram__bytes"),
    std::string_view("sm__cycles_elapsed.avg"),
    std::string_view("smsp__cycles_elapsed.avg"),
};

/// Of each there are averages, extremes and shares of the peak besides.
constexpr std::array kept_ends{
    std::string_view(".sum"),
    std::string_view(".sum.per_second"),
    std::string_view(".sum.per_cycle_elapsed"),
    std::string_view("cycles_elapsed.avg"),
    std::string_view("cycles_elapsed.avg.per_second"),
};

bool is_kept(std::string_view name) {
  return std::any_of(kept.begin(), kept.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); }) &&
         std::any_of(kept_ends.begin(), kept_ends.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

/// A number of bytes needs its unit, for ncu scales it; counts of anything else have none, or one that is
/// known.
bool has_unit(std::string_view name, std::string_view base_unit) {
  if (!name.starts_with("dram__bytes")) return base_unit != "?" && base_unit != "%";
  return base_unit == "byte" || base_unit == "byte/s" || base_unit == "byte/cycle";
}

}  // namespace

LaunchCounters::LaunchCounters(MeasuredLaunch const& launch) {
  if (launch.duration_ns) seconds_ = static_cast<double>(*launch.duration_ns) * 1e-9;
  for (Metric const metric : launch.metrics) {
    if (!metric.value || !is_kept(metric.name)) continue;
    BaseValue const base = *in_base_unit(metric);
    bool const is_number = std::isfinite(base.value) && base.value >= 0;
    if (is_number && has_unit(metric.name, base.unit))
      values_.try_emplace(std::string(metric.name), base.value);
  }
}

std::optional<LaunchCounters::Amount> LaunchCounters::look_up(std::string const& counter) const {
  if (auto const sum = product(counter + ".sum", 1)) return sum;
  if (auto const rate = product(counter + ".sum.per_second", seconds_)) return rate;
  return product(counter + ".sum.per_cycle_elapsed", cycles(counter));
}

std::vector<std::string> LaunchCounters::beginning_with(std::string_view prefix) const {
  std::vector<std::string> names;
  for (auto at = values_.lower_bound(prefix); at != values_.end() && at->first.starts_with(prefix); ++at) {
    std::string name = at->first.substr(0, at->first.find('.'));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::optional<double> LaunchCounters::find(std::string const& metric) const {
  auto const found = values_.find(metric);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

/// Of the unit that has the counter: an SM and its four partitions run at one clock.
std::optional<double> LaunchCounters::cycles(std::string_view counter) const {
  bool const is_of_partitions = counter.starts_with("smsp__");
  bool const is_of_sm = counter.starts_with("sm__");
  if (!is_of_partitions && !is_of_sm) return std::nullopt;
  for (std::string const& metric : {std::string(is_of_sm ? "sm__" : "smsp__") + "cycles_elapsed.avg",
                                    std::string(is_of_sm ? "smsp__" : "sm__") + "cycles_elapsed.avg"}) {
    if (auto const found = find(metric)) return found;
    auto const clock = find(metric + ".per_second");
    if (clock && seconds_) return *clock * *seconds_;
  }
  return std::nullopt;
}

std::optional<LaunchCounters::Amount> LaunchCounters::product(std::string const& metric,
                                                              std::optional<double> times) const {
  auto const value = find(metric);
  if (!value || !times) return std::nullopt;
  return Amount{metric, *value * *times};
}

std::optional<double> LaunchCounters::use(std::optional<Amount> const& amount) {
  if (!amount) return std::nullopt;
  if (std::find(used_.begin(), used_.end(), amount->metric) == used_.end()) used_.push_back(amount->metric);
  return amount->value;
}

}  // namespace llmprof::inline v0
