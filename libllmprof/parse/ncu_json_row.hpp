// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/parse/ncu_columns.hpp"
#include "libllmprof/support/json_scanner.hpp"

namespace llmprof::inline v0 {

/// The columns of a launch, and those of the details page, in the order of NcuJsonRow::cells.
[[nodiscard]] NcuColumns const& ncu_json_columns();

/// A metric as an object has it: cells of text, as in a table.
struct NcuJsonMetric {
  std::string section;
  std::string name;
  std::string unit;
  std::string label;
  std::string value;
};

/// One object of a list of results.
struct NcuJsonRow {
  std::vector<std::string> cells;  ///< By ncu_json_columns(); empty where the object has none.
  std::vector<NcuJsonMetric> metrics;
  std::vector<std::string> path;       ///< Labels of the ranges around the launch, outermost first.
  std::vector<std::string> start_end;  ///< Those of start/end ranges.
  std::optional<std::string> duration_ns;
  std::string kind;  ///< As metrics.json has it; empty if it does not say.

  [[nodiscard]] std::string const& cell(std::size_t column) const { return cells[column]; }

  /// It names a kernel.
  [[nodiscard]] bool is_launch() const;
  /// It has units in place of values: the second line of a raw page, as csv.DictReader gives it.
  [[nodiscard]] bool is_units() const;
};

/// Reads one member of an object into `row`.
void read_ncu_json_member(JsonScanner& json, std::string_view key, NcuJsonRow& row);

}  // namespace llmprof::inline v0
