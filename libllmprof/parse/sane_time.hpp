// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Whether a time is one: within 73 years of the clock's zero, so that differences of two never overflow.
[[nodiscard]] constexpr bool is_sane(Nanoseconds time) noexcept {
  constexpr Nanoseconds limit = Nanoseconds{1} << 61;
  return -limit < time && time < limit;
}

}  // namespace llmprof::inline v0
