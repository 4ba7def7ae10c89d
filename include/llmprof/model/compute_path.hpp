// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Units of an SM that do arithmetic, by the type of what they read: each has a peak of its own.
enum class ComputePath : std::uint8_t {
  tensor_fp4,
  tensor_fp8,   ///< And fp6, and what mixes fp4, fp6 and fp8: they run at one rate.
  tensor_int8,  ///< And int4.
  tensor_int1,
  tensor_fp16,
  tensor_bf16,
  tensor_tf32,
  tensor_fp64,
  fp32,  ///< CUDA cores from here on.
  fp16,  ///< And bf16, in pairs.
  fp64,
};

inline constexpr std::size_t compute_path_count = 11;

/// `tensor bf16`, `fp32`, ...
[[nodiscard]] std::string_view to_string(ComputePath path) noexcept;

/// The path of that name; absent if there is none.
[[nodiscard]] std::optional<ComputePath> compute_path_named(std::string_view name) noexcept;

}  // namespace v0
}  // namespace llmprof
