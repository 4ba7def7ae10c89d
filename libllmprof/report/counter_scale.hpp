// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// Amounts in the unit that people read; shares and counts as they are.
struct CounterScale {
  std::string_view unit;
  std::string_view shown;
  double factor;
};

[[nodiscard]] inline CounterScale counter_scale(std::string_view unit) {
  constexpr std::array scales{CounterScale{"%", "%", 1}, CounterScale{"byte", "MB", 1e-6},
                              CounterScale{"byte/s", "GB/s", 1e-9}};
  for (CounterScale const& scale : scales) {
    if (scale.unit == unit) return scale;
  }
  return {unit, "", 1};
}

/// The title of a column: `DRAM read MB`.
[[nodiscard]] inline std::string scaled_title(std::string_view title, std::string_view unit) {
  std::string_view const shown = counter_scale(unit).shown;
  return std::string(title) + (shown.empty() ? "" : " " + std::string(shown));
}

}  // namespace llmprof::inline v0
