// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

[[noreturn]] inline void throw_durations_overflow() {
  throw Error("durations add up to more than 292 years: the capture is damaged");
}

/// sum += value. Real captures stay far below; a damaged one must not wrap around to a figure that looks
/// real.
/// @throws Error if it does not fit.
inline void add_checked(std::int64_t& sum, std::int64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) throw_durations_overflow();
}

/// The duration of `count` operations that each took `duration`.
/// @throws Error if it does not fit.
[[nodiscard]] inline std::int64_t multiply_checked(std::int64_t duration, std::uint64_t count) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(duration, count, &product)) throw_durations_overflow();
  return product;
}

/// sum += value, for numbers of calls.
inline void add_checked(std::uint64_t& sum, std::uint64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) {
    throw Error("calls add up to more than 64 bits hold: the capture is damaged");
  }
}

/// Absent if either is: a sum of something unknown is unknown.
template <class Number>
void add_known(std::optional<Number>& sum, std::optional<Number> const& part) {
  if (sum && part) {
    add_checked(*sum, *part);
  } else {
    sum.reset();
  }
}

/// The same under the name of the sums that are always known, for code that adds up both.
template <class Number>
void add_checked(std::optional<Number>& sum, std::optional<Number> const& part) {
  add_known(sum, part);
}
template <class Number>
void add_checked(std::optional<Number>& sum, Number part) {
  add_known(sum, std::optional(part));
}

/// Absent only if both are: some parts have nothing to add.
inline void add_present(std::optional<std::int64_t>& sum, std::optional<std::int64_t> const& part) {
  if (!part) return;
  if (!sum) sum = 0;
  add_checked(*sum, *part);
}

}  // namespace llmprof::inline v0
