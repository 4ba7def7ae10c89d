// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace llmprof::inline v0 {

/// `bf16` for `BFloat16`, `__nv_bfloat16` and the like; empty if the word is no type of floating point.
[[nodiscard]] std::string_view float_type(std::string_view word) noexcept;

/// `int8`, `int`, `long`, ...: what indexes are as well; empty if the word is no type of integers.
[[nodiscard]] std::string_view integer_type(std::string_view word) noexcept;

}  // namespace llmprof::inline v0
