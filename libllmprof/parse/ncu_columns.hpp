// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// The cells of one row. Views: valid until the next row is read.
using Cells = std::vector<std::string_view>;

/// Which of ncu's tables a header begins.
enum class NcuPage : std::uint8_t { raw, details, summary };

/// Where ncu's named columns stand in a table; those that it lacks are `none`.
struct NcuColumns {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t count = 0;  // of the header's cells
  std::size_t id = none;
  std::size_t pid = none;
  std::size_t process = none;
  std::size_t host = none;
  std::size_t kernel = none;
  std::size_t context = none;
  std::size_t stream = none;
  std::size_t block = none;
  std::size_t grid = none;
  std::size_t device = none;
  std::size_t compute_capability = none;
  std::size_t push_pop = none;
  std::size_t start_stop = none;
  // Details page and summary.
  std::size_t section = none;
  std::size_t label = none;
  std::size_t metric = none;
  std::size_t unit = none;
  std::size_t value = none;
  // Summary only.
  std::size_t invocations = none;
  std::size_t domain = none;
  std::size_t ranges = none;
};

/// The cell of a column, or nothing where the table has no such column or the row ends before it.
[[nodiscard]] inline std::string_view cell_of(Cells const& cells, std::size_t column) noexcept {
  return column < cells.size() ? cells[column] : std::string_view();
}

/// Finds the columns by their names.
[[nodiscard]] NcuColumns find_ncu_columns(Cells const& header);

/// Says which page a header belongs to; absent if it is not the header of such a table.
[[nodiscard]] std::optional<NcuPage> find_ncu_page(NcuColumns const& columns);

/// Where the header of a table begins in `line`: it may stand behind text that the application left without a
/// line end. Absent if there is none.
[[nodiscard]] std::optional<std::size_t> find_ncu_header(std::string_view line);

/// Name of another page of ncu whose table begins in this line (`session`, `source`); empty if none does.
[[nodiscard]] std::string_view find_other_ncu_page(std::string_view line);

/// The first column that every table of this page must have and this one lacks; empty if it has all.
[[nodiscard]] std::string_view missing_ncu_column(NcuColumns const& columns, NcuPage page);

/// True for the column of a metric, false for other columns of the raw page, known or not.
[[nodiscard]] bool is_metric_name(std::string_view name) noexcept;

}  // namespace llmprof::inline v0
