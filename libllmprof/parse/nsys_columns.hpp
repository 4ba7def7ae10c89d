// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/parse/nsys_report.hpp"
#include "libllmprof/parse/number.hpp"

namespace llmprof::inline v0 {

/// Where a column stands, and in which unit its times are.
struct NsysColumn {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::string title;
  std::size_t index = none;  ///< none: the table has no such column.
  double factor = 1;         ///< ns of one of its unit; 1 for what is no time.

  [[nodiscard]] bool exists() const noexcept { return index != none; }
};

/// What a table of nsys is: which report, where, with which columns.
struct NsysHeader {
  std::string report;
  std::vector<std::string> titles;
  std::string source;
  std::uint64_t line = 0;
};

/// The first column with one of the names. @throws ParseError if its unit is not one of time.
[[nodiscard]] NsysColumn find_column(NsysHeader const& header, std::initializer_list<std::string_view> names);

/// The same for a column that must be there. @throws ParseError too if it is not, with those that are.
[[nodiscard]] NsysColumn require_column(NsysHeader const& header,
                                        std::initializer_list<std::string_view> names,
                                        std::string_view shown);

/// Reads the cells of one row, and remembers the first that is not what it must be.
class NsysRow {
 public:
  /// All of them must outlive it.
  NsysRow(NsysCells const& cells, NumberReader& numbers) noexcept : cells_(cells), numbers_(numbers) {}

  /// Empty if there is no such column.
  [[nodiscard]] std::string_view text(NsysColumn const& column) const;

  /// In ns where it is a time. Absent if there is no such column, or the cell is empty, or odd.
  [[nodiscard]] std::optional<double> number(NsysColumn const& column);
  [[nodiscard]] std::optional<std::int64_t> whole_ns(NsysColumn const& column);

  /// By how much the number in the cell may differ from what was rounded to it, in ns where it is a time.
  [[nodiscard]] double rounding(NsysColumn const& column) const;

  /// A whole number; the cell is odd if it is empty, or less than `least`.
  [[nodiscard]] std::uint64_t count(NsysColumn const& column, std::uint64_t least);

  /// What is wrong with the first odd cell; absent if there is none.
  [[nodiscard]] std::optional<std::string> fault() const;

 private:
  NsysCells const& cells_;
  NumberReader& numbers_;
  NsysColumn const* odd_ = nullptr;
  bool odd_is_count_ = false;
};

/// `its number of cells is 4, that of the header 3`; absent if they are equal.
[[nodiscard]] std::optional<std::string> wrong_width(NsysCells const& cells, NsysHeader const& header);

}  // namespace llmprof::inline v0
