// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// Reads rows that are mostly equal to a row that was kept, and says in which cells they differ.
///
/// Two thirds of the 1,300 columns of a raw page of ncu describe the device and the build, and repeat in
/// every row: stretches of equal bytes are compared, 16 at a time, and never taken apart. That is exact:
/// cells that begin at the same place of equal bytes, and end before these differ, are equal.
class CsvRowDiff {
 public:
  /// Reads the row that `text` begins with, and keeps it to compare with.
  /// @return its size without its line end; 0 if it does not end within `text`.
  [[nodiscard]] std::size_t keep(std::string_view text);
  void forget() noexcept { starts_.clear(); }
  [[nodiscard]] bool has_row() const noexcept { return !starts_.empty(); }

  /// Reads the row that `text` begins with.
  /// @return its size without its line end; 0 if it has not as many cells as the row that was kept, or does
  /// not end within `text`.
  [[nodiscard]] std::size_t read(std::string_view text);

  /// All cells of the row that was read last. Views: valid until the next call and as long as its text.
  [[nodiscard]] std::vector<std::string_view> const& cells() const noexcept { return cells_; }

  /// Indices of the cells in which it differs, ascending.
  [[nodiscard]] std::vector<std::uint32_t> const& changed() const noexcept { return changed_; }

 private:
  struct Cell {
    std::string_view text;
    std::size_t end;  // offset of the separator behind it; npos if the text ends before
  };

  [[nodiscard]] Cell read_cell(std::string_view text, std::size_t begin);
  [[nodiscard]] Cell read_quoted_cell(std::string_view text, std::size_t begin);
  void change(std::size_t index, std::string_view cell);
  void undo_changes() noexcept;

  std::string kept_;                    // with a comma behind its last cell
  std::vector<std::uint32_t> cell_at_;  // index of the cell that a byte of kept_ belongs to
  std::vector<std::size_t> starts_;     // offsets of its cells, and its size
  std::vector<std::string_view> kept_cells_;
  std::deque<std::string> unescaped_of_kept_;
  std::vector<std::string_view> cells_;
  std::vector<std::uint32_t> changed_;
  std::deque<std::string> unescaped_;  // cells that are not a piece of the text; reused by each row
  std::size_t unescaped_count_ = 0;
};

}  // namespace llmprof::inline v0
