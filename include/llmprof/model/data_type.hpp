// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What a number is stored or multiplied as.
enum class DataType : std::uint8_t {
  fp64,
  fp32,
  tf32,  ///< Stored as fp32, multiplied with 10 bits of fraction.
  bf16,
  fp16,
  fp8,  ///< E4M3 and E5M2: the hardware is as fast with either.
  int8,
  fp4,
  int4,
};

/// `bf16`.
[[nodiscard]] std::string_view to_string(DataType type) noexcept;

/// Bits that one number takes in memory; of scales beside blocks of numbers it knows nothing.
[[nodiscard]] unsigned bits_of(DataType type) noexcept;

/// Reads `bf16`, and the other names in use: `bfloat16`, `torch.float16`, `half`, `float8_e4m3fn`, `F32`.
/// Absent for a name that it does not know.
[[nodiscard]] std::optional<DataType> parse_data_type(std::string_view name);

}  // namespace v0
}  // namespace llmprof
