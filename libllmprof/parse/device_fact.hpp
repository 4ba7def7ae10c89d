// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace llmprof::inline v0 {

/// A size or rate of a device in its base unit: `value` times `factor`. Absent where it is none: such figures
/// are above zero, and a file may say anything.
[[nodiscard]] inline std::optional<std::int64_t> device_fact(std::optional<std::int64_t> value,
                                                             std::int64_t factor = 1) noexcept {
  bool const is_one = value && *value > 0 && *value <= std::numeric_limits<std::int64_t>::max() / factor;
  return is_one ? std::optional(*value * factor) : std::nullopt;
}

/// One of the two numbers of a compute capability, of which 0 is one. Absent where it cannot be.
[[nodiscard]] inline std::optional<std::int64_t> capability_number(
    std::optional<std::int64_t> value) noexcept {
  constexpr std::int64_t most = 999;
  return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

}  // namespace llmprof::inline v0
