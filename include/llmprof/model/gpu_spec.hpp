// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/data_type.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Which SM clock a peak is at.
enum class ClockKind : std::uint8_t {
  sampled,  ///< Measured while the step ran.
  rated,    ///< The clock at which the maker's own figure of the chip holds.
  max,      ///< The highest one that the device may take: seldom kept under load.
};

/// `sampled`, `rated`, `max`.
[[nodiscard]] std::string_view to_string(ClockKind kind) noexcept;

/// What the peaks of a GPU follow from, and ceilings that were measured on it.
struct GpuSpec {
  std::string name;                           ///< Product name, for people.
  std::optional<std::int64_t> compute_major;  ///< Compute capability.
  std::optional<std::int64_t> compute_minor;
  std::optional<std::int64_t> sm_count;
  std::optional<double> sampled_hz;
  std::optional<double> rated_hz;
  std::optional<double> max_hz;
  std::optional<double> memory_bandwidth;  ///< Bytes per second, memory clock x bus width.

  /// Products of fp16, bf16, tf32 and fp8 that are added up in fp32 go at half speed, as on GeForce.
  bool half_rate = false;
  std::string slowed;  ///< Why the tensor cores have no known rate; empty if they have.

  std::map<DataType, double> measured_flops;  ///< FLOP/s; comes before what is derived.
  std::optional<double> measured_bandwidth;   ///< Bytes per second; comes before what is derived.
};

}  // namespace v0
}  // namespace llmprof
