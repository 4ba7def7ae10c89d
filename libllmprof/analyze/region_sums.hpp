// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "libllmprof/analyze/region_metrics.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/region.hpp"

namespace llmprof::inline v0 {

/// One row of the input with the numbers that stand for its names.
struct RegionRow {
  MeasuredLaunch const& launch;
  std::uint32_t kernel;
  std::uint32_t process;
  std::uint32_t device;
  std::vector<RegionValue> values;
};

/// What all rows have in common, as far as they do.
class CommonValue {
 public:
  void add(std::uint32_t value) noexcept;
  void add(CommonValue const& other) noexcept;
  [[nodiscard]] std::optional<std::uint32_t> value() const noexcept;

 private:
  enum class State : std::uint8_t { none, one, several };
  State state_ = State::none;
  std::uint32_t value_ = 0;
};

/// Sums over rows of one region in one scope.
class RegionSums {
 public:
  struct Kernel {
    std::uint64_t calls = 0;
    std::optional<std::int64_t> total_ns = 0;
  };

  void add(RegionRow const& row);
  void add(RegionSums const& other);

  [[nodiscard]] bool empty() const noexcept { return rows_ == 0; }
  [[nodiscard]] std::optional<std::int64_t> total_ns() const noexcept { return total_ns_; }
  [[nodiscard]] std::map<std::uint32_t, Kernel> const& kernels() const noexcept { return kernels_; }
  [[nodiscard]] CommonValue const& process() const noexcept { return process_; }
  [[nodiscard]] CommonValue const& device() const noexcept { return device_; }

  [[nodiscard]] RegionTotals totals(RegionMetricChoice const& choice, RegionRows rows) const;

 private:
  std::uint64_t rows_ = 0;
  std::optional<std::int64_t> total_ns_ = 0;
  std::vector<RegionMetricSum> metrics_;  // by the numbers of the choice
  std::map<std::uint32_t, Kernel> kernels_;
  CommonValue process_;
  CommonValue device_;
};

}  // namespace llmprof::inline v0
