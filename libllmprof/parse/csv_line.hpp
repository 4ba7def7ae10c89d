// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "llmprof/parse/csv.hpp"

namespace llmprof::inline v0 {

/// One line taken apart on its own, to see whether it is a header. `line` must outlive it.
class CsvLine {
 public:
  explicit CsvLine(std::string_view line);

  /// Empty if the line is not a whole row: a quoted cell goes on in the next line.
  [[nodiscard]] std::vector<std::string_view> const& cells() const noexcept { return cells_; }

 private:
  CsvReader reader_;  // owns the cells that had doubled quotes
  std::vector<std::string_view> cells_;
};

}  // namespace llmprof::inline v0
