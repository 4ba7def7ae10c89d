// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How a table is written.
enum class Format : std::uint8_t {
  table,  ///< For a terminal: aligned, names shortened to the width.
  md,     ///< Markdown: names shortened, in full in footnotes.
  csv,    ///< RFC 4180: all columns, times in ns, full names, empty cells for unknown figures.
  json,   ///< As the command line promises.
};

/// `table`, `md`, `csv` or `json`.
[[nodiscard]] std::string_view to_string(Format format) noexcept;

struct FormatOptions {
  Format format = Format::table;
  std::size_t width = 120;  ///< Columns of the terminal, for Format::table; 0: names are not shortened.
};

}  // namespace v0
}  // namespace llmprof
