// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads RFC 4180 rows out of text, one at a time: quoted cells may hold commas, doubled quotes and line
/// breaks. Lines end in LF, CR or CRLF.
///
/// Single pass. Views into a row are valid until the next call of read_row, and no longer than the reader.
/// For files in which a table stands among other lines, peek_line and skip_line step over those.
class CsvReader {
 public:
  /// @param text       Must outlive the reader. A UTF-8 byte order mark before line 1 is skipped.
  /// @param source     Used in messages only.
  /// @param first_line Number of the text's first line, if it is a part of a file.
  explicit CsvReader(std::string_view text, std::string source = "<text>", std::uint64_t first_line = 1);

  /// Reads the next row, empty lines included (one empty cell). @return false at the end.
  /// @throws ParseError if the text ends inside a quoted cell; carries the line where the cell began.
  bool read_row(std::vector<std::string_view>& cells);

  /// The next line as it stands, not consumed; empty at the end.
  [[nodiscard]] std::string_view peek_line() const noexcept;

  /// Steps over the next line. @return false at the end.
  bool skip_line() noexcept;

  /// Steps over `count` bytes of the next line, for a row that begins behind other text.
  void skip_bytes(std::size_t count) noexcept;

  /// Steps over the next row, whose size without its line end is known: somebody else has read it.
  void step_over_row(std::size_t size) noexcept;

  /// What is not read yet.
  [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(position_); }

  [[nodiscard]] bool at_end() const noexcept { return position_ == text_.size(); }

  /// Line of the row or line that was read last, 1-based.
  [[nodiscard]] std::uint64_t line() const noexcept { return row_line_; }

  /// Line that will be read next.
  [[nodiscard]] std::uint64_t next_line() const noexcept { return next_line_; }

  /// Offset in the text behind the row that was read last.
  [[nodiscard]] std::size_t position() const noexcept { return position_; }

 private:
  [[nodiscard]] std::string_view read_cell();
  [[nodiscard]] std::string_view read_quoted_cell();
  [[nodiscard]] std::string_view read_irregular_cell(std::size_t begin);
  [[nodiscard]] bool at_separator() const noexcept;
  void skip_line_end() noexcept;
  [[noreturn]] void fail_unterminated(std::size_t begin) const;

  std::string_view text_;
  std::string source_;
  std::size_t position_ = 0;
  std::size_t row_begin_ = 0;
  std::uint64_t next_line_ = 1;
  std::uint64_t row_line_ = 0;
  std::deque<std::string>
      unescaped_;  // cells of the row that are not a piece of the text; reused by each row
  std::size_t unescaped_count_ = 0;
};

}  // namespace v0
}  // namespace llmprof
