// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "libllmprof/parse/number.hpp"
#include "libllmprof/parse/sighting.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// Reads the cells of values, and remembers those that are none.
class NcuValues {
 public:
  explicit NcuValues(char decimal_mark) noexcept : decimal_mark_(decimal_mark), numbers_(decimal_mark) {}

  /// What a cell holds.
  struct Value {
    std::optional<double> number = {};
    std::string_view text = {};  // the cell, where it is more than one number
    bool is_missing = false;     // it says that there is no value
    bool is_foreign = false;     // it is a number with the other decimal mark
  };

  /// Reads `cell`, and remembers what is odd about it.
  Value read(std::string_view cell, std::uint64_t line);

  /// The same for a cell whose value nobody wants: what it returns may lack the number.
  Value check(std::string_view cell, std::uint64_t line) {
    return numbers_.is_number(cell) ? Value{} : read(cell, line);
  }

  /// Counts cells that are equal to cells that were read before.
  void count_again(std::uint64_t missing, std::uint64_t foreign) noexcept {
    missing_.count += missing;
    foreign_.count += foreign;
  }

  /// The cell as a duration in ns; absent if it is none, or its unit is unknown.
  [[nodiscard]] std::optional<std::int64_t> duration_ns(std::string_view cell, std::string_view unit,
                                                        std::uint64_t line);

  /// The cells can be numbers only if the comma, not the point, is the decimal mark.
  [[nodiscard]] bool needs_other_mark() const noexcept { return numbers_.refuted() && !numbers_.proven(); }

  /// @throws ParseError if a duration can be read in two ways, which differ by a factor of 1000, or all are
  /// written with another decimal mark than the rest of the file.
  void check_durations(std::string const& source) const;

  [[nodiscard]] Diagnostics diagnostics(std::string const& source) const;

 private:
  char decimal_mark_;
  NumberReader numbers_;
  Sighting missing_;       // n/a and the like
  Sighting foreign_;       // numbers with the other decimal mark
  Sighting ambiguous_;     // durations like 1.234 ns
  Sighting foreign_time_;  // durations with the other decimal mark
  Sighting unknown_unit_;  // durations without a unit of time
  Sighting odd_time_;      // durations that are no number, or none that a duration can be
  bool has_durations_ = false;
};

}  // namespace llmprof::inline v0
