// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "llmprof/model/data_type.hpp"

namespace llmprof::inline v0 {

/// The bits of `value`, which is finite and below 2 in size, as a float of so many bits of exponent and
/// fraction and a sign; cut, not rounded, and 0 where only a subnormal would do.
[[nodiscard]] std::uint32_t narrow_float(float value, unsigned exponent_bits, unsigned fraction_bits);

/// `count` numbers of `type`, evenly between -1 and 1, the same ones each time: as they are in memory.
/// Matrices of zeros would not do for measuring: they draw less power, and clocks are higher then.
/// @throws InvalidArgument for a type but fp32, tf32, bf16, fp16 and fp8 (E4M3)
[[nodiscard]] std::string random_numbers(DataType type, std::size_t count);

}  // namespace llmprof::inline v0
