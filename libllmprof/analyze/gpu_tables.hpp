// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "llmprof/model/data_type.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// FLOP of one SM in one clock, dense; a multiplication and an addition are 2.
struct SmRates {
  std::int64_t major;
  std::int64_t minor;
  int fp64;  ///< CUDA cores.
  int fp32;  ///< CUDA cores.
  /// Tensor cores; 0: has none for it.
  int tf32;
  int fp16;
  int bf16;
  int fp8;
  int int8;
  int fp4;
  int int4;
};

/// Null for a compute capability that is not in the table.
[[nodiscard]] SmRates const* find_rates(std::int64_t major, std::int64_t minor) noexcept;

[[nodiscard]] int rate_of(SmRates const& rates, DataType type) noexcept;

/// True for what goes at half speed where sums in fp32 are slowed.
[[nodiscard]] bool is_halved(DataType type) noexcept;

/// A chip as it is sold.
struct Chip {
  std::int64_t major;
  std::int64_t minor;
  std::int64_t sms;
  int max_mhz;              ///< 0: any.
  int bandwidth_gbs;        ///< 0: any.
  int rated_mhz;            ///< 0: not known.
  bool half_rate;           ///< Sums in fp32 are slowed.
  bool usual;               ///< Taken where a capture does not have the maximum clock or bandwidth.
  std::string_view slowed;  ///< Why its tensor cores have no known rate.
};

/// Null for a chip that is not in the table.
[[nodiscard]] Chip const* find_chip(Device const& device) noexcept;

}  // namespace llmprof::inline v0
