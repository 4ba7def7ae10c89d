// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads RFC 4180 rows out of text, one at a time: quoted cells may hold commas, doubled quotes and line
/// breaks.
///
/// Single pass. Views into a row are valid until the next call of read_row.
class CsvReader {
 public:
  /// @param text   Must outlive the reader. A UTF-8 byte order mark is skipped.
  /// @param source Used in messages only.
  explicit CsvReader(std::string_view text, std::string source = "<text>");

  /// Reads the next row, empty lines included (one empty cell). @return false at the end.
  /// @throws ParseError if the text ends inside a quoted cell; carries the line where the cell began.
  bool read_row(std::vector<std::string_view>& cells);

  /// Line of the row that was read last, 1-based.
  [[nodiscard]] std::uint64_t line() const noexcept { return row_line_; }

  /// Offset in the text behind the row that was read last.
  [[nodiscard]] std::size_t position() const noexcept { return position_; }

 private:
  std::string_view read_quoted_cell();
  std::string_view read_plain_cell();

  std::string_view text_;
  std::string source_;
  std::size_t position_ = 0;
  std::uint64_t next_line_ = 1;
  std::uint64_t row_line_ = 0;
  std::vector<std::string> unescaped_;  // cells of the row that had doubled quotes
};

}  // namespace v0
}  // namespace llmprof
