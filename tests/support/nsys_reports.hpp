// SPDX-License-Identifier: MIT
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/parse/csv.hpp"

namespace llmprof::tests {

using Row = std::map<std::string, std::string>;

struct Report {
  std::vector<Row> rows;
  std::string refusal;  // what nsys said instead of a table
};

inline std::vector<Row> table_in(std::string const& text) {
  CsvReader reader(text);
  std::vector<std::string_view> cells;
  std::vector<std::string> titles;
  std::vector<Row> rows;
  while (reader.read_row(cells)) {
    if (titles.empty()) {
      titles.assign(cells.begin(), cells.end());
      continue;
    }
    REQUIRE(cells.size() == titles.size());
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[titles[i]] = std::string(cells[i]);
  }
  return rows;
}

/// The name of the report that a line like `Processing [a.sqlite] with [reports/nvtx_sum.py]... ` announces.
inline std::string announced_by(std::string const& line) {
  auto const end = line.rfind(".py]");
  if (!line.starts_with("Processing [") || end == std::string::npos) return {};
  auto const begin = line.rfind('/', end) + 1;
  return line.substr(begin, end - begin);
}

/// The reports that one `nsys stats --format csv FILE` printed, by name. @param file What FILE is called.
inline std::map<std::string, Report> reports_in(std::string const& printed, std::string const& file) {
  std::map<std::string, Report> reports;
  std::map<std::string, std::string> tables;
  std::string current;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    std::string const next = announced_by(line);
    if (!next.empty()) {
      current = next;
      reports[current];
    } else if (line.starts_with("SKIPPED") || line.starts_with("ERROR")) {
      auto const path = line.find(file);
      reports[current].refusal =
          path == std::string::npos ? line : "nsys: it" + line.substr(path + file.size());
    } else if (!line.empty()) {
      tables[current] += line + '\n';
    }
  }
  for (auto& [name, report] : reports) report.rows = table_in(tables[name]);
  return reports;
}

}  // namespace llmprof::tests
