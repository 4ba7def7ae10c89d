// SPDX-License-Identifier: MIT
#include "llmprof/parse/csv.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Cells are some ten bytes long, too short for memchr to pay off: eight bytes are looked at in one register.
using Word = std::uint64_t;

constexpr Word repeated(char c) { return 0x0101010101010101U * static_cast<unsigned char>(c); }

/// The high bit of each byte of `word` that is `c`; bytes behind the first hit may be set as well.
constexpr Word matches(Word word, char c) {
  Word const difference = word ^ repeated(c);
  return (difference - repeated('\x01')) & ~difference & repeated('\x80');
}

template <char... Wanted>
std::size_t find_any(std::string_view text, std::size_t position) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; position + sizeof(Word) <= text.size(); position += sizeof(Word)) {
      Word word;
      std::memcpy(&word, text.data() + position, sizeof word);
      Word const hits = (matches(word, Wanted) | ...);
      if (hits != 0) return position + static_cast<std::size_t>(std::countr_zero(hits)) / 8;
    }
  }
  while (position < text.size() && !((text[position] == Wanted) || ...)) ++position;
  return position;
}

/// How many lines end in `text`; CRLF is one end. Rows have hardly any, so memchr runs through them at once.
std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t ends = 0;
  for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) ++ends;
  for (auto at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') ++ends;
  }
  return ends;
}

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string source, std::uint64_t first_line)
    : text_(text), source_(std::move(source)), next_line_(first_line) {
  if (text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
}

bool CsvReader::read_row(std::vector<std::string_view>& cells) {
  cells.clear();
  if (at_end()) return false;
  unescaped_count_ = 0;
  row_begin_ = position_;
  row_line_ = next_line_;
  cells.push_back(read_cell());
  while (position_ < text_.size() && text_[position_] == ',') {
    ++position_;
    cells.push_back(read_cell());
  }
  next_line_ += count_line_ends(text_.substr(row_begin_, position_ - row_begin_));
  skip_line_end();
  return true;
}

std::string_view CsvReader::read_cell() {
  if (position_ < text_.size() && text_[position_] == '"') return read_quoted_cell();
  std::size_t const begin = position_;
  position_ = find_any<',', '\n', '\r'>(text_, begin);
  return text_.substr(begin, position_ - begin);
}

std::string_view CsvReader::read_quoted_cell() {
  std::size_t const begin = position_;
  std::size_t const close = find_any<'"'>(text_, begin + 1);
  if (close == text_.size()) fail_unterminated(begin);
  position_ = close + 1;
  if (at_separator()) return text_.substr(begin + 1, close - begin - 1);
  return read_irregular_cell(begin);
}

/// A cell with doubled quotes, or with text behind its closing quote, which is taken as part of it.
std::string_view CsvReader::read_irregular_cell(std::size_t begin) {
  if (unescaped_count_ == unescaped_.size()) unescaped_.emplace_back();
  std::string& cell = unescaped_[unescaped_count_++];
  cell.clear();
  position_ = begin + 1;
  for (;;) {
    std::size_t const quote = find_any<'"'>(text_, position_);
    if (quote == text_.size()) fail_unterminated(begin);
    cell.append(text_, position_, quote - position_);
    position_ = quote + 1;
    if (position_ == text_.size() || text_[position_] != '"') break;
    cell += '"';
    ++position_;
  }
  std::size_t const end = find_any<',', '\n', '\r'>(text_, position_);
  cell.append(text_, position_, end - position_);
  position_ = end;
  return cell;
}

bool CsvReader::at_separator() const noexcept {
  if (at_end()) return true;
  char const c = text_[position_];
  return c == ',' || c == '\n' || c == '\r';
}

void CsvReader::skip_line_end() noexcept {
  if (at_end()) return;
  bool const pair = text_.substr(position_, 2) == "\r\n";
  position_ += pair ? 2 : 1;
  ++next_line_;
}

std::string_view CsvReader::peek_line() const noexcept {
  return text_.substr(position_, find_any<'\n', '\r'>(text_, position_) - position_);
}

bool CsvReader::skip_line() noexcept {
  if (at_end()) return false;
  row_line_ = next_line_;
  position_ += peek_line().size();
  skip_line_end();
  return true;
}

void CsvReader::skip_bytes(std::size_t count) noexcept { position_ += std::min(count, peek_line().size()); }

void CsvReader::fail_unterminated(std::size_t begin) const {
  auto const line = next_line_ + count_line_ends(text_.substr(row_begin_, begin - row_begin_));
  std::string const shown(text_.substr(begin, 40));
  throw ParseError(source_, line,
                   "the text ends inside the quoted cell that begins with '" +
                       shown.substr(0, shown.find_first_of("\r\n")) +
                       "'; the file is cut off: write it again");
}

}  // namespace llmprof::inline v0
