// SPDX-License-Identifier: MIT
#include "llmprof/analyze/roofline.hpp"

#include <algorithm>

#include "libllmprof/support/checked_sum.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double uneven_from = 1.05;

std::optional<double> quotient(std::optional<double> part, std::optional<double> whole) {
  return part && whole ? ratio(*part, *whole) : std::nullopt;
}

std::optional<double> peak_of(ComputePath path, RooflinePeaks const& peaks) {
  for (PathPeak const& known : peaks.compute) {
    if (known.path == path && known.per_second > 0) return known.per_second;
  }
  return std::nullopt;
}

/// One point, figure by figure.
class Placing {
 public:
  Placing(Work const& work, RooflinePeaks const& peaks) : work_(work), peaks_(peaks) {
    if (peaks.bytes_per_second && *peaks.bytes_per_second > 0) bandwidth_ = peaks.bytes_per_second;
  }

  RooflinePoint place() {
    point_.source = work_.source;
    point_.operations = work_.total_operations();
    point_.dram_bytes = work_.dram_bytes;
    point_.seconds = work_.seconds;
    point_.at_least = work_.at_least;
    point_.missing = work_.missing;
    place_work();
    place_roofs();
    return std::move(point_);
  }

 private:
  void place_work() {
    point_.intensity = quotient(point_.operations, point_.dram_bytes);
    point_.operations_per_second = quotient(point_.operations, point_.seconds);
    point_.bytes_per_second = quotient(point_.dram_bytes, point_.seconds);
    point_.bandwidth_share = quotient(point_.bytes_per_second, bandwidth_);
  }

  void place_roofs() {
    auto const compute = compute_seconds();
    auto const memory = quotient(point_.dram_bytes, bandwidth_);
    point_.peak = quotient(point_.operations, compute);
    point_.ridge = quotient(point_.peak, bandwidth_);
    if (!bandwidth_) miss("memory roof: the bandwidth of the device is unknown");
    if (!compute || !memory) return;
    double const shortest = std::max(*compute, *memory);
    if (!(shortest > 0)) return;  // no work at all
    // Operations that are unknown could move a point to the right, none to the left.
    if (*compute >= *memory) point_.side = RooflineSide::compute;
    if (*compute < *memory && !work_.at_least) point_.side = RooflineSide::memory;
    point_.roof = quotient(point_.operations, shortest);
    point_.roof_share = quotient(shortest, point_.seconds);
  }

  /// The shortest time that the arithmetic takes, one path after the other.
  std::optional<double> compute_seconds() {
    if (!point_.operations) return std::nullopt;
    double seconds = 0;
    bool is_known = true;
    for (PathWork const& done : work_.operations) {
      if (done.operations <= 0) continue;
      if (auto const peak = peak_of(done.path, peaks_)) {
        seconds += done.operations / *peak;
      } else {
        miss("compute roof: the peak of " + std::string(to_string(done.path)) + " is unknown");
        is_known = false;
      }
    }
    return is_known ? std::optional(seconds) : std::nullopt;
  }

  void miss(std::string what) { point_.missing.push_back(std::move(what)); }

  Work const& work_;
  RooflinePeaks const& peaks_;
  std::optional<double> bandwidth_;
  RooflinePoint point_;
};

/// What was measured that stands for a call.
class StandIn {
 public:
  StandIn(CalledKernel const& called, std::vector<KernelWork> const& measured) {
    for (KernelWork const& each : measured) {
      if (each.kernel == called.kernel && each.launches > 0 && may_be_of(each, called)) add(each);
    }
  }

  [[nodiscard]] bool is_known() const noexcept { return launches_ > 0; }
  [[nodiscard]] bool is_uneven() const noexcept { return most_ > least_ * uneven_from; }
  [[nodiscard]] Work of_calls(std::uint64_t calls) const {
    return scaled(work_, static_cast<double>(calls) / static_cast<double>(launches_));
  }

 private:
  static bool may_be_of(KernelWork const& measured, CalledKernel const& called) {
    return !measured.shape || !called.shape || *measured.shape == *called.shape;
  }

  void add(KernelWork const& each) {
    work_ = is_known() ? sum(work_, each.work) : each.work;
    least_ = is_known() ? std::min(least_, each.least_operations) : each.least_operations;
    most_ = std::max(most_, each.most_operations);
    add_checked(launches_, each.launches);
  }

  Work work_;
  std::uint64_t launches_ = 0;
  double least_ = 0;
  double most_ = 0;
};

void add_covered(PhaseWork& phase, CalledKernel const& called, StandIn const& stand_in) {
  bool const is_first = !phase.work.seconds;
  Work work = stand_in.of_calls(called.calls);
  auto const replayed = work.seconds;
  work.seconds = static_cast<double>(called.total_ns) * 1e-9;
  phase.replayed_ns = replayed && (is_first || phase.replayed_ns)
                          ? std::optional(phase.replayed_ns.value_or(0) + *replayed * 1e9)
                          : std::nullopt;
  phase.work = is_first ? std::move(work) : sum(phase.work, work);
  add_checked(phase.covered_ns, called.total_ns);
  if (stand_in.is_uneven()) add_checked(phase.uneven_ns, called.total_ns);
}

}  // namespace

std::string_view to_string(RooflineSide side) noexcept {
  return side == RooflineSide::memory ? "memory" : "compute";
}

RooflinePoint roofline_point(Work const& work, RooflinePeaks const& peaks) {
  return Placing(work, peaks).place();
}

void add_launch(std::vector<KernelWork>& measured, std::uint32_t kernel,
                std::optional<LaunchShape> const& shape, Work const& of_one, std::uint64_t launches,
                std::vector<Label> const& path) {
  if (launches == 0) return;
  double const operations = of_one.total_operations().value_or(0);
  Work const work = scaled(of_one, static_cast<double>(launches));
  auto const same = std::find_if(measured.begin(), measured.end(), [&](KernelWork const& each) {
    return each.kernel == kernel && each.shape == shape && each.path == path;
  });
  if (same == measured.end()) {
    measured.push_back({kernel, shape, path, launches, work, operations, operations});
    return;
  }
  add_checked(same->launches, launches);
  same->work = sum(same->work, work);
  same->least_operations = std::min(same->least_operations, operations);
  same->most_operations = std::max(same->most_operations, operations);
}

std::optional<double> PhaseWork::coverage() const noexcept {
  return ratio(static_cast<double>(covered_ns), static_cast<double>(kernel_ns));
}

PhaseWork phase_work(std::vector<CalledKernel> const& called, std::vector<KernelWork> const& measured) {
  PhaseWork phase;
  for (CalledKernel const& each : called) {
    add_checked(phase.kernel_ns, each.total_ns);
    StandIn const stand_in(each, measured);
    if (stand_in.is_known()) add_covered(phase, each, stand_in);
  }
  return phase;
}

}  // namespace llmprof::inline v0
