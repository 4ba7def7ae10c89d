// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// A row of a table that ncu lists itself in.
struct NcuRow {
  std::string name;                ///< The word that it begins with.
  std::vector<std::string> cells;  ///< Of all columns, the first among them.
};

/// Reads the rows: columns are as wide as the dashes in the lines around the titles, long cells go on in the
/// next line. Of several tables with the same titles the rows come one after another.
///
/// The columns of metrics change their width every 100 rows: of them only the names are right.
/// @param first  Title of the first column; tables with another one are passed over.
/// @throws ParseError if there is none; what() has the error that ncu printed instead.
[[nodiscard]] std::vector<NcuRow> read_ncu_text_table(std::string_view output, std::string_view first);

}  // namespace llmprof::inline v0
