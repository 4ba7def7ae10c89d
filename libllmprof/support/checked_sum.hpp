// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

/// sum += value. Real captures stay far below; a damaged one must not wrap around to a figure that looks
/// real.
/// @throws Error if it does not fit.
inline void add_checked(std::int64_t& sum, std::int64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) {
    throw Error("durations add up to more than 292 years: the capture is damaged");
  }
}

/// The same for numbers of calls.
inline void add_checked(std::uint64_t& sum, std::uint64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) {
    throw Error("calls add up to more than 64 bits hold: the capture is damaged");
  }
}

}  // namespace llmprof::inline v0
