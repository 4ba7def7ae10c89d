// SPDX-License-Identifier: MIT
#include "libllmprof/parse/csv_row_diff.hpp"

#include <utility>

#include "libllmprof/parse/csv_scan.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;

/// A row that long is no row that repeats; the index of its bytes would be larger than it is worth.
constexpr std::size_t largest_kept = std::size_t{1} << 20U;

bool is_separator(char c) noexcept { return c == ',' || c == '\n' || c == '\r'; }

}  // namespace

std::size_t CsvRowDiff::keep(std::string_view text) {
  forget();
  unescaped_count_ = 0;
  std::vector<std::size_t> starts;
  std::vector<std::string_view> cells;
  std::size_t position = 0;
  for (bool in_row = true; in_row;) {
    Cell const cell = read_cell(text, position);
    if (cell.end > largest_kept) return 0;  // or npos
    starts.push_back(position);
    cells.push_back(cell.text);
    in_row = text[cell.end] == ',';
    position = cell.end + 1;
  }
  starts.push_back(position);
  kept_.assign(text.substr(0, position - 1));
  kept_ += ',';
  cell_at_.resize(position + 1);
  for (std::size_t cell = 0, byte = 0; cell + 1 < starts.size(); ++cell) {
    for (; byte < starts[cell + 1]; ++byte) cell_at_[byte] = static_cast<std::uint32_t>(cell);
  }
  cell_at_[position] = static_cast<std::uint32_t>(cells.size());
  // Unescaped cells stay where they are, the others move with the text.
  std::swap(unescaped_of_kept_, unescaped_);
  for (std::string_view& cell : cells) {
    bool const is_piece = cell.data() >= text.data() && cell.data() < text.data() + text.size();
    if (is_piece)
      cell = std::string_view(kept_).substr(static_cast<std::size_t>(cell.data() - text.data()), cell.size());
  }
  kept_cells_ = cells;
  cells_ = std::move(cells);
  changed_.clear();
  unescaped_count_ = 0;
  starts_ = std::move(starts);
  return position - 1;
}

std::size_t CsvRowDiff::read(std::string_view text) {
  undo_changes();
  std::size_t const count = kept_cells_.size();
  std::string_view const kept(kept_);
  std::size_t position = 0;
  for (std::size_t index = 0; index < count; ++index) {
    std::size_t const equal = common_begin(text.substr(position), kept.substr(starts_[index]));
    std::size_t const next = cell_at_[starts_[index] + equal];
    position += starts_[next] - starts_[index];
    index = next;
    // The comma behind the last kept cell is no line end: a row that goes on there has more cells.
    if (index == count) return 0;
    Cell const cell = read_cell(text, position);
    if (cell.end == npos) return 0;
    bool const is_last = index + 1 == count;
    if ((text[cell.end] == ',') == is_last) return 0;
    change(index, cell.text);
    position = cell.end + 1;
  }
  return position - 1;
}

CsvRowDiff::Cell CsvRowDiff::read_cell(std::string_view text, std::size_t begin) {
  if (begin < text.size() && text[begin] == '"') return read_quoted_cell(text, begin);
  std::size_t const end = find_any<',', '\n', '\r'>(text, begin);
  if (end >= text.size()) return {{}, npos};
  return {text.substr(begin, end - begin), end};
}

CsvRowDiff::Cell CsvRowDiff::read_quoted_cell(std::string_view text, std::size_t begin) {
  std::size_t const close = find_any<'"'>(text, begin + 1);
  if (close + 1 >= text.size()) return {{}, npos};
  if (is_separator(text[close + 1])) return {text.substr(begin + 1, close - begin - 1), close + 1};
  if (unescaped_count_ == unescaped_.size()) unescaped_.emplace_back();
  std::string& cell = unescaped_[unescaped_count_++];
  std::size_t const end = read_irregular_cell(text, begin, cell);
  if (end >= text.size()) return {{}, npos};
  return {cell, end};
}

void CsvRowDiff::change(std::size_t index, std::string_view cell) {
  cells_[index] = cell;
  changed_.push_back(static_cast<std::uint32_t>(index));
}

void CsvRowDiff::undo_changes() noexcept {
  for (std::uint32_t const index : changed_) cells_[index] = kept_cells_[index];
  changed_.clear();
  unescaped_count_ = 0;
}

}  // namespace llmprof::inline v0
