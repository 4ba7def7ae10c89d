// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace llmprof::inline v0 {

enum class ColumnKind : std::uint8_t {
  number,  ///< Aligned right.
  text,    ///< Aligned left.
  name,    ///< Aligned left, and shortened where room is short.
};

struct Column {
  std::string title;
  ColumnKind kind = ColumnKind::number;
};

struct Cell {
  Cell(std::string cell_text, std::size_t cell_indent = 0)  // NOLINT: converts on purpose
      : text(std::move(cell_text)), indent(cell_indent) {}

  std::string text;
  std::size_t indent;  ///< Levels, for what is nested.
};

/// Text in rows and columns. Every row has a cell for each column.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

/// Aligned columns, two blanks apart; names are cut to `width` (0: not at all). Names that look the same when
/// cut get numbers (`~1`).
[[nodiscard]] std::string terminal_table(Table const& table, std::size_t width);

/// RFC 4180, lines ended by CR LF.
[[nodiscard]] std::string csv_table(Table const& table);

}  // namespace llmprof::inline v0
