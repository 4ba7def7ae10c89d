// SPDX-License-Identifier: MIT
#include "libllmprof/parse/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace llmprof::inline v0 {
namespace {

constexpr std::array<double, 16> powers_of_ten{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr char swapped(char mark) { return mark == '.' ? ',' : '.'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

/// A number taken apart: `-1,234.50` has one group mark and two decimals.
struct NumberReader::Shape {
  bool negative = false;
  bool has_mark = false;  // the decimal mark
  bool has_exponent = false;
  bool leading_zero = false;  // as in 0.125, which no group can begin with
  std::size_t groups = 0;     // how many group marks
  std::size_t whole_digits = 0;
  std::size_t decimals = 0;
  std::uint64_t digits = 0;  // all digits as one number; meaningful up to 15 of them
};

namespace {

using Shape = NumberReader::Shape;

/// The digits before the decimal mark, in groups of three. Steps `i` behind them; false if a group is odd.
// Counts in locals: what is written through a reference would go to memory with every digit.
bool take_whole(std::string_view text, char group_mark, std::size_t& i, Shape& shape) {
  std::size_t const begin = i;
  std::size_t at = begin;
  std::size_t group_begin = begin;
  std::size_t groups = 0;
  std::uint64_t digits = 0;
  shape.leading_zero = at < text.size() && text[at] == '0';
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      digits = digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
    } else if (text[at] == group_mark) {
      std::size_t const size = at - group_begin;
      bool const fits = groups == 0 ? size >= 1 && size <= 3 : size == 3;
      if (!fits || shape.leading_zero) return false;
      ++groups;
      group_begin = at + 1;
    } else {
      break;
    }
  }
  shape.digits = digits;
  shape.groups = groups;
  shape.whole_digits = at - begin - groups;
  i = at;
  return groups == 0 || at - group_begin == 3;
}

void take_decimals(std::string_view text, char decimal_mark, std::size_t& i, Shape& shape) {
  if (i == text.size() || text[i] != decimal_mark) return;
  shape.has_mark = true;
  std::size_t at = i + 1;
  std::uint64_t digits = shape.digits;
  for (; at < text.size() && is_digit(text[at]); ++at) {
    digits = digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
  }
  shape.decimals = at - i - 1;
  shape.digits = digits;
  i = at;
}

/// Takes `text` apart, or gives false where it is not a number in this notation.
bool take_apart(std::string_view text, char decimal_mark, Shape& shape) {
  std::size_t i = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) shape.negative = text[i++] == '-';
  if (!take_whole(text, swapped(decimal_mark), i, shape)) return false;
  take_decimals(text, decimal_mark, i, shape);
  if (shape.whole_digits + shape.decimals == 0) return false;
  shape.has_exponent = i < text.size() && (text[i] == 'e' || text[i] == 'E');
  return shape.has_exponent || i == text.size();
}

/// The slow way, for many digits and for exponents. @return NaN if it is not a number.
double convert(std::string_view text, char decimal_mark) {
  std::string plain;
  for (char const c : text) {
    if (c == swapped(decimal_mark) || (c == '+' && plain.empty())) continue;
    plain += c == decimal_mark ? '.' : c;
  }
  double value = 0;
  auto const [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  return error == std::errc() && end == plain.data() + plain.size() ? value : not_a_number;
}

/// True if swapping the marks would make something else of it, or nothing: `12.34`, `1,234,567`, `0.125`.
bool is_proof(Shape const& shape) {
  if (shape.groups > 0) return shape.has_mark || shape.groups > 1;
  if (!shape.has_mark) return false;
  return shape.decimals != 3 || shape.leading_zero || shape.whole_digits > 3 || shape.whole_digits == 0;
}

double value_of(Shape const& shape, std::string_view text, char decimal_mark) {
  // Both are exact up to 15 digits, so their quotient is the double nearest to the printed number.
  if (shape.has_exponent || shape.whole_digits + shape.decimals > 15) return convert(text, decimal_mark);
  double const value = static_cast<double>(shape.digits) / powers_of_ten[shape.decimals];
  return shape.negative ? -value : value;
}

/// Most cells are whole numbers of a few digits. @return false for others.
bool take_short_whole(std::string_view text, std::uint32_t& value) {
  if (text.empty() || text.size() > 9) return false;
  value = 0;
  for (char const c : text) {
    if (!is_digit(c)) return false;
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return true;
}

}  // namespace

std::optional<double> NumberReader::read(std::string_view text) {
  std::uint32_t whole;
  if (take_short_whole(text, whole)) return whole;
  double const value = read_long(text);
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

bool NumberReader::is_number(std::string_view text) {
  std::uint32_t whole;
  Shape shape;
  return take_short_whole(text, whole) || take(text, shape);
}

double NumberReader::read_long(std::string_view text) {
  Shape shape;
  return take(text, shape) ? value_of(shape, text, decimal_mark_) : not_a_number;
}

bool NumberReader::take(std::string_view text, Shape& shape) {
  if (!take_apart(text, decimal_mark_, shape)) {
    Shape other;
    refuted_ = refuted_ || take_apart(text, swapped(decimal_mark_), other);
    return false;
  }
  proven_ = proven_ || is_proof(shape);
  return true;
}

bool may_be_grouped(std::string_view number, char decimal_mark) {
  Shape shape;
  return take_apart(number, decimal_mark, shape) && shape.has_mark && !is_proof(shape);
}

template <class Integer>
std::optional<Integer> read_integer(std::string_view text) {
  Integer value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template std::optional<std::int64_t> read_integer(std::string_view);
template std::optional<std::uint64_t> read_integer(std::string_view);

}  // namespace llmprof::inline v0
