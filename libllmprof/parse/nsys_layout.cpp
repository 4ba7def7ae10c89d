// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_layout.hpp"

#include <algorithm>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr int most_blank_lines = 2;  // between titles and rule: some tools double the line ends

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

/// Cuts a line at columns that are counted in code points.
class Cutter {
 public:
  explicit Cutter(std::string_view line) : line_(line) {}

  /// The text from where the last piece ended to the code point `end`.
  std::string_view to(std::size_t end) {
    std::size_t const begin = byte_;
    for (; byte_ < line_.size() && point_ < end; ++point_) {
      ++byte_;
      while (byte_ < line_.size() && is_continuation(line_[byte_])) ++byte_;
    }
    return line_.substr(begin, byte_ - begin);
  }

 private:
  std::string_view line_;
  std::size_t byte_ = 0;
  std::size_t point_ = 0;
};

void split_at_tabs(std::string_view line, NsysCells& cells) {
  for (;;) {
    auto const tab = line.find('\t');
    cells.push_back(trimmed(line.substr(0, tab)));
    if (tab == npos) return;
    line.remove_prefix(tab + 1);
  }
}

bool is_blank(std::string_view line) { return trimmed(line).empty(); }

std::vector<std::string> owned(NsysCells const& cells) { return {cells.begin(), cells.end()}; }

/// The rule below the titles that the next line may hold.
std::optional<NsysLayout> rule_below(CsvReader ahead) {
  ahead.skip_line();
  for (int i = 0; i < most_blank_lines && !ahead.at_end() && is_blank(ahead.peek_line()); ++i)
    ahead.skip_line();
  if (ahead.at_end() || !is_nsys_text_rule(ahead.peek_line())) return std::nullopt;
  return NsysLayout::text(ahead.peek_line());
}

std::optional<NsysHead> known(NsysLayout layout, NsysCells const& titles) {
  std::string_view const report = titles.size() < 2 ? std::string_view() : find_nsys_report(titles);
  if (report.empty()) return std::nullopt;
  return NsysHead{std::move(layout), owned(titles), report};
}

}  // namespace

NsysLayout NsysLayout::text(std::string_view rule) {
  NsysLayout layout(rule.find('+') == npos ? Kind::column : Kind::boxed);
  for (auto begin = rule.find('-'); begin != npos;) {
    auto const end = std::min(rule.find_first_not_of('-', begin), rule.size());
    layout.borders_.push_back({begin, end});
    begin = rule.find('-', end);
  }
  // Behind the last column there is nothing that could be taken for its text.
  if (layout.kind_ == Kind::column && !layout.borders_.empty()) layout.borders_.back().end = npos;
  return layout;
}

void NsysLayout::read_row(CsvReader& lines, NsysCells& cells) const {
  if (kind_ == Kind::csv) {
    lines.read_row(cells);
    return;
  }
  cells.clear();
  if (kind_ == Kind::tsv) {
    split_at_tabs(lines.peek_line(), cells);
  } else {
    cut(lines.peek_line(), cells);
  }
  lines.skip_line();
}

void NsysLayout::cut(std::string_view line, NsysCells& cells) const {
  Cutter cutter(line);
  for (Border const& border : borders_) {
    if (trimmed(cutter.to(border.begin)).find_first_not_of("| ") != npos) {
      cells.clear();
      return;
    }
    cells.push_back(trimmed(cutter.to(border.end)));
  }
}

std::optional<NsysHead> find_nsys_head(CsvReader const& lines) {
  std::string_view const line = lines.peek_line();
  if (!may_be_nsys_header(line)) return std::nullopt;
  CsvReader ahead = lines;
  NsysCells titles;
  if (line.find('\t') != npos) {
    NsysLayout::tsv().read_row(ahead, titles);
    return known(NsysLayout::tsv(), titles);
  }
  if (line.find(',') != npos) {
    if (find_nsys_report(line).empty()) return std::nullopt;
    NsysLayout::csv().read_row(ahead, titles);
    return known(NsysLayout::csv(), titles);
  }
  if (is_nsys_message(line)) return std::nullopt;
  auto layout = rule_below(lines);
  if (!layout) return std::nullopt;
  layout->read_row(ahead, titles);
  return known(std::move(*layout), titles);
}

void skip_nsys_head(CsvReader& lines, NsysHead const& head) {
  if (!head.layout.is_text()) {
    NsysCells titles;
    head.layout.read_row(lines, titles);
    return;
  }
  while (!is_nsys_text_rule(lines.peek_line())) lines.skip_line();
  lines.skip_line();
}

}  // namespace llmprof::inline v0
