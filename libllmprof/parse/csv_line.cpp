// SPDX-License-Identifier: MIT
#include "libllmprof/parse/csv_line.hpp"

#include <algorithm>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

CsvLine::CsvLine(std::string_view line) : reader_(line) {
  // Most lines with an open cell are known by this, without the cost of an exception.
  if (std::count(line.begin(), line.end(), '"') % 2 != 0) return;
  try {
    reader_.read_row(cells_);
  } catch (ParseError const&) {
    cells_.clear();
  }
}

}  // namespace llmprof::inline v0
