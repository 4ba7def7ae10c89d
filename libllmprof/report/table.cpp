// SPDX-License-Identifier: MIT
#include "libllmprof/report/table.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t narrowest_name = 24;
constexpr std::size_t gap = 2;

using Lines = std::vector<std::vector<std::string>>;

Lines cleaned_cells(Table const& table) {
  Lines lines(1);
  for (Column const& column : table.columns) lines.front().push_back(one_line(column.title));
  for (auto const& row : table.rows) {
    auto& line = lines.emplace_back();
    for (Cell const& cell : row) line.push_back(std::string(2 * cell.indent, ' ') + one_line(cell.text));
  }
  return lines;
}

std::vector<std::size_t> widths_of(Lines const& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (auto const& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  return widths;
}

/// Cuts the cells of a column, and numbers those that are no longer different.
void shorten_column(Lines& lines, std::size_t column, std::size_t width) {
  std::map<std::string, std::set<std::string>> full_names;
  for (auto const& line : lines) full_names[shortened(line[column], width)].insert(line[column]);
  std::map<std::string, std::string> numbered;
  for (auto& line : lines) {
    std::string& name = line[column];
    if (full_names[shortened(name, width)].size() > 1) {
      auto const& mark = numbered.try_emplace(name, '~' + std::to_string(numbered.size() + 1)).first->second;
      name = shortened(name, width - mark.size()) + mark;
    } else {
      name = shortened(name, width);
    }
  }
}

/// Gives the name columns what the others leave of `width`.
void fit(Table const& table, Lines& lines, std::size_t width) {
  std::vector<std::size_t> const widths = widths_of(lines);
  std::size_t names = 0;
  std::size_t others = gap * (widths.size() - 1);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    table.columns[i].kind == ColumnKind::name ? names += 1 : others += widths[i];
  }
  if (names == 0) return;
  std::size_t const room = std::max(narrowest_name, (width > others ? width - others : 0) / names);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (table.columns[i].kind == ColumnKind::name && widths[i] > room) shorten_column(lines, i, room);
  }
}

void append_line(std::string& out, Table const& table, std::vector<std::string> const& line,
                 std::vector<std::size_t> const& widths) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string const padding(widths[i] - display_width(line[i]), ' ');
    if (i > 0) out.append(gap, ' ');
    out += table.columns[i].kind == ColumnKind::number ? padding + line[i] : line[i] + padding;
  }
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

std::string csv_cell(std::string const& text) {
  std::string const clean = repaired_utf8(text);
  if (clean.find_first_of(",\"\r\n") == std::string::npos) return clean;
  std::string quoted = "\"";
  for (char const c : clean) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string terminal_table(Table const& table, std::size_t width) {
  Lines lines = cleaned_cells(table);
  if (width != 0) fit(table, lines, width);
  std::vector<std::size_t> const widths = widths_of(lines);
  std::string out;
  for (auto const& line : lines) append_line(out, table, line, widths);
  return out;
}

std::string csv_table(Table const& table) {
  std::string out;
  for (Column const& column : table.columns) {
    if (&column != &table.columns.front()) out += ',';
    out += csv_cell(column.title);
  }
  out += "\r\n";
  for (auto const& row : table.rows) {
    for (Cell const& cell : row) {
      if (&cell != &row.front()) out += ',';
      out += csv_cell(cell.text);
    }
    out += "\r\n";
  }
  return out;
}

}  // namespace llmprof::inline v0
