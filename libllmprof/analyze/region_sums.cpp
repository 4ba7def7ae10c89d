// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/region_sums.hpp"

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// Of all launches of the row; absent if it was not measured.
std::optional<std::int64_t> time_of(MeasuredLaunch const& launch) {
  if (!launch.duration_ns) return std::nullopt;
  return multiply_checked(*launch.duration_ns, launch.invocations);
}

}  // namespace

void CommonValue::add(std::uint32_t value) noexcept {
  if (state_ == State::none) {
    state_ = State::one;
    value_ = value;
  } else if (value_ != value) {
    state_ = State::several;
  }
}

void CommonValue::add(CommonValue const& other) noexcept {
  if (other.state_ == State::one) add(other.value_);
  if (other.state_ == State::several) state_ = State::several;
}

std::optional<std::uint32_t> CommonValue::value() const noexcept {
  return state_ == State::one ? std::optional(value_) : std::nullopt;
}

void RegionSums::add(RegionRow const& row) {
  MeasuredLaunch const& launch = row.launch;
  auto const time = time_of(launch);
  add_checked(rows_, launch.invocations);
  add_known(total_ns_, time);
  process_.add(row.process);
  device_.add(row.device);
  Kernel& kernel = kernels_[row.kernel];
  add_checked(kernel.calls, launch.invocations);
  add_known(kernel.total_ns, time);
  for (auto const& [number, value] : row.values) {
    if (metrics_.size() <= number) metrics_.resize(number + 1);
    metrics_[number].add(value, launch.invocations, launch.duration_ns);
  }
}

void RegionSums::add(RegionSums const& other) {
  add_checked(rows_, other.rows_);
  add_known(total_ns_, other.total_ns_);
  process_.add(other.process_);
  device_.add(other.device_);
  for (auto const& [number, kernel] : other.kernels_) {
    add_checked(kernels_[number].calls, kernel.calls);
    add_known(kernels_[number].total_ns, kernel.total_ns);
  }
  if (metrics_.size() < other.metrics_.size()) metrics_.resize(other.metrics_.size());
  for (std::size_t i = 0; i < other.metrics_.size(); ++i) metrics_[i].add(other.metrics_[i]);
}

RegionTotals RegionSums::totals(RegionMetricChoice const& choice, RegionRows rows) const {
  RegionTotals totals;
  (rows == RegionRows::kernels ? totals.kernels : totals.ranges) = rows_;
  totals.total_ns = total_ns_;
  for (std::size_t const number : choice.order()) {
    if (number >= metrics_.size() || metrics_[number].empty()) continue;
    RegionMetric metric = choice[number];
    metrics_[number].fill(metric, rows_);
    totals.metrics.push_back(std::move(metric));
  }
  return totals;
}

}  // namespace llmprof::inline v0
