// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libllmprof/parse/number.hpp"
#include "llmprof/model/kernel_record.hpp"

namespace llmprof::inline v0 {

/// Takes the rows of a kernel table of `nsys stats`.
class NsysKernelTable {
 public:
  using Cells = std::vector<std::string_view>;

  /// @throws ParseError if a required column is missing, or a unit is unknown.
  NsysKernelTable(Cells const& header, std::string const& source, std::uint64_t line);

  [[nodiscard]] std::size_t column_count() const noexcept { return column_count_; }

  /// Takes a row. @return why it is none of this table, and was left out; absent if it was taken.
  /// @throws ParseError if the kernel's times or calls add up to more than fits.
  [[nodiscard]] std::optional<std::string> add(Cells const& cells, std::uint64_t line);

  /// True if the cells look like a row, odd or not: as many as the header's, with a number where one belongs.
  [[nodiscard]] bool is_like_row(Cells const& cells) const;

  /// How many rows were put into the record of an earlier row: the grid/block reports have several of a
  /// kernel.
  [[nodiscard]] std::uint64_t merged() const noexcept { return merged_; }

  [[nodiscard]] std::vector<KernelRecord>& records() noexcept { return records_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct Column {
    std::string title;
    std::size_t index = none;
    double factor = 1;  // ns of one of its unit
  };

  void find(Column& column, Cells const& header, std::initializer_list<std::string_view> names) const;
  void require(Column const& column, Cells const& header, std::string_view name) const;
  void add_to(KernelRecord& known, KernelRecord const& record, std::uint64_t line) const;
  [[nodiscard]] std::optional<double> number(Column const& column, Cells const& cells);
  [[nodiscard]] std::optional<std::int64_t> whole_ns(Column const& column, Cells const& cells);

  std::string const& source_;
  std::uint64_t header_line_;
  std::size_t column_count_;
  Column name_, calls_, total_, mean_, median_, min_, max_, stddev_;
  NumberReader numbers_;
  Column const* odd_ = nullptr;  // the first column of the row whose cell is not what it must be
  std::vector<KernelRecord> records_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::uint64_t merged_ = 0;
};

}  // namespace llmprof::inline v0
