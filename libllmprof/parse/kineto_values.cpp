// SPDX-License-Identifier: MIT
#include "libllmprof/parse/kineto_values.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "libllmprof/parse/sane_time.hpp"

namespace llmprof::inline v0 {
namespace {

/// digits * 10^exponent: more digits than the 19 that fit are dropped.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

void append_digit(Decimal& number, char digit, bool in_fraction) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / 10 - 1;
  if (number.digits <= most) {
    number.digits = number.digits * 10 + static_cast<std::uint64_t>(digit - '0');
    number.exponent -= in_fraction ? 1 : 0;
  } else {
    number.exponent += in_fraction ? 0 : 1;
  }
}

/// Adds the digits that `text` begins with, and takes them from it. @return whether there were any.
bool take_digits(std::string_view& text, Decimal& number, bool in_fraction) noexcept {
  std::size_t count = 0;
  for (; count < text.size() && is_digit(text[count]); ++count) {
    append_digit(number, text[count], in_fraction);
  }
  text.remove_prefix(count);
  return count > 0;
}

/// What follows the `e`. @return false if it is no number.
bool take_exponent(std::string_view& text, Decimal& number) noexcept {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  int exponent = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  number.exponent += std::clamp(exponent, -1000, 1000);
  return true;
}

/// The whole text as a number without a sign.
std::optional<Decimal> decimal_from(std::string_view text) noexcept {
  Decimal number;
  bool has_digits = take_digits(text, number, false);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    has_digits = take_digits(text, number, true) || has_digits;
  }
  if (has_digits && (text.starts_with('e') || text.starts_with('E'))) {
    text.remove_prefix(1);
    if (!take_exponent(text, number)) return std::nullopt;
  }
  if (!has_digits || !text.empty()) return std::nullopt;
  return number;
}

/// digits * 10^exponent, rounded half up; absent if it does not fit.
std::optional<std::uint64_t> scaled(std::uint64_t digits, int exponent) noexcept {
  for (; exponent > 0 && digits != 0; --exponent) {
    if (__builtin_mul_overflow(digits, std::uint64_t{10}, &digits)) return std::nullopt;
  }
  std::uint64_t last = 0;
  for (; exponent < 0 && digits != 0; ++exponent) {
    last = digits % 10;
    digits /= 10;
  }
  return digits + (exponent == 0 && last >= 5 ? 1 : 0);
}

}  // namespace

std::optional<Nanoseconds> nanoseconds_from_us(std::string_view text) noexcept {
  bool const is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  auto const number = decimal_from(text);
  if (!number) return std::nullopt;
  constexpr std::uint64_t most = std::numeric_limits<Nanoseconds>::max();
  auto const size = scaled(number->digits, number->exponent + 3);
  if (!size || *size > most || !is_sane(static_cast<Nanoseconds>(*size))) return std::nullopt;
  return is_negative ? -static_cast<Nanoseconds>(*size) : static_cast<Nanoseconds>(*size);
}

std::optional<std::int64_t> integer_from(std::string_view text) noexcept {
  std::int64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> id_from(std::string_view text) noexcept {
  if (auto const whole = integer_from(text)) return whole;
  auto const* const begin = std::find_if(text.begin(), text.end(), is_digit);
  return integer_from({begin, std::find_if_not(begin, text.end(), is_digit)});
}

}  // namespace llmprof::inline v0
