// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/parse/nsys_report.hpp"
#include "llmprof/parse/csv.hpp"

namespace llmprof::inline v0 {

/// How the cells of a table of nsys stand in its lines: the formats `csv`, `tsv`, `column` and `table`.
class NsysLayout {
 public:
  enum class Kind { csv, tsv, column, boxed };

  static NsysLayout csv() { return NsysLayout(Kind::csv); }
  static NsysLayout tsv() { return NsysLayout(Kind::tsv); }
  /// @param rule The line of dashes below the titles.
  static NsysLayout text(std::string_view rule);

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_text() const noexcept { return kind_ == Kind::column || kind_ == Kind::boxed; }

  /// Reads the next row. No cells where a line does not fit the columns of a text table.
  /// @throws ParseError as CsvReader::read_row does.
  void read_row(CsvReader& lines, NsysCells& cells) const;

 private:
  struct Border {
    std::size_t begin;  // in code points: nsys pads by them
    std::size_t end;
  };

  explicit NsysLayout(Kind kind) : kind_(kind) {}
  void cut(std::string_view line, NsysCells& cells) const;

  Kind kind_;
  std::vector<Border> borders_;
};

/// The titles of a table, and how its rows follow.
struct NsysHead {
  NsysLayout layout = NsysLayout::csv();
  std::vector<std::string> titles;
  std::string_view report;  ///< By its columns.
};

/// Looks whether a table of a known report begins at the next line, without taking it.
[[nodiscard]] std::optional<NsysHead> find_nsys_head(CsvReader const& lines);

/// Steps over the titles, and the rule below them.
void skip_nsys_head(CsvReader& lines, NsysHead const& head);

}  // namespace llmprof::inline v0
