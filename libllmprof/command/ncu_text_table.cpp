// SPDX-License-Identifier: MIT
#include "libllmprof/command/ncu_text_table.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;

struct Column {
  std::size_t begin = 0;
  std::size_t size = 0;
};

std::string_view take_line(std::string_view& text) {
  auto const end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_rule(std::string_view line) {
  return line.starts_with("------") && line.find_first_not_of("- ") == npos;
}

std::vector<Column> columns_of(std::string_view rule) {
  std::vector<Column> columns;
  for (std::size_t begin = 0; (begin = rule.find('-', begin)) != npos;) {
    auto const end = std::min(rule.find(' ', begin), rule.size());
    columns.push_back({begin, end - begin});
    begin = end;
  }
  return columns;
}

std::string_view cell(std::string_view line, Column const& column) {
  return column.begin < line.size() ? line.substr(column.begin, column.size) : std::string_view();
}

/// Follows the lines of one output.
class Reader {
 public:
  explicit Reader(std::string_view first) : first_(first) {}

  void take(std::string_view line) {
    if (is_rule(line)) {
      if (state_ != State::rows) columns_ = columns_of(line);
      state_ = state_ == State::titles ? State::rows : State::begin;
      return;
    }
    switch (state_) {
      case State::outside: note_error(line); break;
      case State::begin: take_titles(line); break;
      case State::titles: state_ = State::outside; break;  // titles have a rule below them
      case State::rows: take_row(line); break;
    }
  }

  std::vector<NcuRow> finish() {
    if (!is_found_) {
      throw ParseError("ncu", std::nullopt,
                       "no table of " + std::string(first_) + " in what it printed" +
                           (error_.empty() ? std::string() : "; it says: " + error_));
    }
    for (NcuRow& row : rows_) {
      for (std::string& text : row.cells) text = trimmed(text);
    }
    return std::move(rows_);
  }

 private:
  enum class State : std::uint8_t { outside, begin, titles, rows };

  void note_error(std::string_view line) {
    if (error_.empty() && line.starts_with("==ERROR==")) error_ = one_line(trimmed(line.substr(9)));
  }

  void take_titles(std::string_view line) {
    bool const is_wanted = trimmed(cell(line, columns_.front())) == first_;
    state_ = is_wanted ? State::titles : State::outside;
    is_found_ = is_found_ || is_wanted;
  }

  void take_row(std::string_view line) {
    if (trimmed(line).empty() || line.starts_with("==")) {
      state_ = State::outside;
      note_error(line);
      return;
    }
    if (!line.starts_with(' ')) rows_.push_back({std::string(line.substr(0, line.find(' '))), {}});
    if (rows_.empty()) return;
    auto& cells = rows_.back().cells;
    cells.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) cells[i] += cell(line, columns_[i]);
  }

  std::string_view first_;
  State state_ = State::outside;
  std::vector<Column> columns_;
  std::vector<NcuRow> rows_;
  bool is_found_ = false;
  std::string error_;
};

}  // namespace

std::vector<NcuRow> read_ncu_text_table(std::string_view output, std::string_view first) {
  Reader reader(first);
  while (!output.empty()) reader.take(take_line(output));
  return reader.finish();
}

}  // namespace llmprof::inline v0
