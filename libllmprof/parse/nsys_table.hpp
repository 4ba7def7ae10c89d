// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libllmprof/parse/nsys_columns.hpp"
#include "libllmprof/parse/sighting.hpp"
#include "llmprof/model/stats_tables.hpp"

namespace llmprof::inline v0 {

/// Takes the rows of one table of `nsys stats`.
class NsysTable {
 public:
  virtual ~NsysTable() = default;
  NsysTable(NsysTable const&) = delete;
  NsysTable& operator=(NsysTable const&) = delete;

  /// Takes a row. @return why it is none of this table, and was left out; absent if it was taken.
  /// @throws ParseError if figures add up to more than fits.
  [[nodiscard]] std::optional<std::string> add(NsysCells const& cells, std::uint64_t line);

  /// True if the cells look like a row, odd or not: as many as the header's, with a number where one belongs.
  [[nodiscard]] bool is_like_row(NsysCells const& cells) const;

  [[nodiscard]] NsysHeader const& header() const noexcept { return header_; }

  /// True if nothing was taken that could be given.
  [[nodiscard]] virtual bool empty() const = 0;

  /// Why it is empty though it has rows, to stand behind `no kernels: `; empty text if it has none.
  [[nodiscard]] virtual std::string why_empty() const { return {}; }

  /// A cell of a row was refused that is a number where `,` stands before the decimals.
  [[nodiscard]] bool is_refuted() const noexcept { return numbers_.refuted(); }

  /// Moves what was read, with notes about it, into the tables.
  void give(StatsTables& tables);

 protected:
  NsysTable(NsysHeader header, char decimal_mark)
      : header_(std::move(header)), numbers_(decimal_mark), decimal_mark_(decimal_mark) {}

  [[nodiscard]] NsysColumn find(std::initializer_list<std::string_view> names);
  [[nodiscard]] NsysColumn require(std::initializer_list<std::string_view> names, std::string_view shown);
  void note(StatsTables& tables, Severity severity, std::string text) const;

  /// The text of a cell with a name; clipped ones are counted.
  [[nodiscard]] std::string name(NsysRow const& row, NsysColumn const& column, std::uint64_t line);

 private:
  virtual std::optional<std::string> take(NsysRow& row, std::uint64_t line) = 0;
  /// Columns that hold a number in every row.
  [[nodiscard]] virtual std::vector<NsysColumn const*> numeric() const = 0;
  virtual void move_to(StatsTables& tables) = 0;

  NsysHeader header_;
  NumberReader numbers_;
  char decimal_mark_;
  Sighting clipped_;
  std::string coarse_title_;  // of a column whose times are too coarse for whole ns
};

/// A reader for the report that the header names; null if llmprof does not use it.
/// @throws ParseError if a required column is missing, or a unit is unknown.
[[nodiscard]] std::unique_ptr<NsysTable> make_nsys_table(NsysHeader header, char decimal_mark);

/// Readers for the kinds of reports. @throws ParseError as make_nsys_table does.
[[nodiscard]] std::unique_ptr<NsysTable> make_nsys_kernel_table(NsysHeader header, char decimal_mark);
[[nodiscard]] std::unique_ptr<NsysTable> make_nsys_exec_table(NsysHeader header, char decimal_mark);
[[nodiscard]] std::unique_ptr<NsysTable> make_nsys_launch_table(NsysHeader header, char decimal_mark);
[[nodiscard]] std::unique_ptr<NsysTable> make_nsys_range_table(NsysHeader header, char decimal_mark);
[[nodiscard]] std::unique_ptr<NsysTable> make_nsys_range_kernel_table(NsysHeader header, char decimal_mark);

}  // namespace llmprof::inline v0
