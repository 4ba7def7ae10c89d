// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/parse/csv.hpp"

namespace llmprof::inline v0 {

/// A table of `nsys stats --format json`: a list of objects that all have the same keys.
struct NsysJsonTable {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;  ///< Null gives an empty cell.
};

/// True for the line that such a table begins with.
[[nodiscard]] bool begins_nsys_json(std::string_view line);

/// True if the text begins with such a table: for telling files apart.
[[nodiscard]] bool is_nsys_json(std::string_view text);

/// Reads the table that begins in the next line, and steps behind it.
/// @throws ParseError if it is no JSON of this form; carries the line.
[[nodiscard]] NsysJsonTable read_nsys_json(CsvReader& lines, std::string const& source);

}  // namespace llmprof::inline v0
