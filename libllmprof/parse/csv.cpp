// SPDX-License-Identifier: MIT
#include "llmprof/parse/csv.hpp"

#include <algorithm>
#include <utility>

#include "libllmprof/parse/csv_scan.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string source, std::uint64_t first_line)
    : text_(text), source_(std::move(source)), next_line_(first_line) {
  if (first_line == 1 && text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
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

void CsvReader::step_over_row(std::size_t size) noexcept {
  row_line_ = next_line_;
  next_line_ += count_line_ends(text_.substr(position_, size));
  position_ += size;
  skip_line_end();
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

std::string_view CsvReader::read_irregular_cell(std::size_t begin) {
  if (unescaped_count_ == unescaped_.size()) unescaped_.emplace_back();
  std::string& cell = unescaped_[unescaped_count_++];
  std::size_t const end = llmprof::read_irregular_cell(text_, begin, cell);
  if (end == std::string_view::npos) fail_unterminated(begin);
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
