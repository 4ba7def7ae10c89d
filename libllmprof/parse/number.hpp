// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace llmprof::inline v0 {

/// Reads numbers as tools print them: `1,234.5`, or `1.234,5` in a German locale.
///
/// `1,234` means two things, so a reader is told which mark stands before the decimals, and remembers whether
/// it met a cell that can be written in one notation only (`12.34`, `1,234,567`, `0.125`).
class NumberReader {
 public:
  explicit NumberReader(char decimal_mark = '.') noexcept : decimal_mark_(decimal_mark) {}

  /// All of `text` as a number, or absent.
  [[nodiscard]] std::optional<double> read(std::string_view text);

  /// True if `text` is a number; remembers what read() does, without the cost of the value.
  [[nodiscard]] bool is_number(std::string_view text);

  /// A cell that was read can be written with `decimal_mark` only.
  [[nodiscard]] bool proven() const noexcept { return proven_; }

  /// A cell was refused that is a number if the two marks are swapped.
  [[nodiscard]] bool refuted() const noexcept { return refuted_; }

  struct Shape;  ///< Of use in number.cpp alone.

 private:
  [[nodiscard]] double read_long(std::string_view text);
  [[nodiscard]] bool take(std::string_view text, Shape& shape);

  char decimal_mark_;
  bool proven_ = false;
  bool refuted_ = false;
};

/// True for `1.234`, which is 1234 where points group the digits.
[[nodiscard]] bool may_be_grouped(std::string_view number, char decimal_mark);

/// All of `text` as a whole number without separators, or absent.
template <class Integer>
[[nodiscard]] std::optional<Integer> read_integer(std::string_view text);

}  // namespace llmprof::inline v0
