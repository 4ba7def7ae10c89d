// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double largest_duration = 9e18;  // about what an int64 holds: 285 years

/// What ncu prints where it has no value.
bool is_missing(std::string_view cell) {
  constexpr std::array words{"n/a",  "nan",      "-nan",    "inf",    "-inf",
                             "+inf", "infinity", "no data", "<null>", "null"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return equals_ignoring_case(cell, word); });
}

/// `158 (0: 158; 1: 160)` is a value and its instances: the value.
std::string_view before_instances(std::string_view cell) { return cell.substr(0, cell.find(" (")); }

/// True for a cell without a value, with ncu's reason or without.
bool is_absent(std::string_view cell) {
  return cell.empty() || is_missing(before_instances(cell)) || cell.starts_with("(!)");
}

}  // namespace

NcuValues::Value NcuValues::read(std::string_view cell, std::uint64_t line) {
  Value value{.number = numbers_.read(cell)};
  if (value.number || cell.empty()) return value;
  if (is_absent(cell)) {
    value.is_missing = true;
    missing_.add(line, cell);
  } else if (NumberReader(decimal_mark_ == '.' ? ',' : '.').read(cell)) {
    value.is_foreign = true;
    foreign_.add(line, cell);
  }
  value.number = numbers_.read(before_instances(cell));
  value.text = cell;
  return value;
}

std::optional<std::int64_t> NcuValues::duration_ns(std::string_view cell, std::string_view unit,
                                                   std::uint64_t line) {
  std::string_view const number = before_instances(cell);
  auto const value = numbers_.read(number);
  if (!value) {
    if (NumberReader(decimal_mark_ == '.' ? ',' : '.').read(number)) {
      foreign_time_.add(line, cell);
    } else if (!is_absent(cell)) {
      odd_time_.add(line, cell);
    }
    return std::nullopt;
  }
  auto const base = in_base_unit(Metric{.value = value, .unit = unit});
  if (!base || base->unit != "ns") {
    unknown_unit_.add(line, unit);
    return std::nullopt;
  }
  if (base->value < 0 || base->value > largest_duration) {
    odd_time_.add(line, cell);
    return std::nullopt;
  }
  has_durations_ = true;
  // In ns ncu prints whole numbers, so a lone mark groups digits; scaled units are never above 1000.
  if (base->value == *value && may_be_grouped(number, decimal_mark_)) ambiguous_.add(line, cell);
  return std::llround(base->value);
}

void NcuValues::check_durations(std::string const& source) const {
  if (foreign_time_.count > 0 && !has_durations_) {
    throw ParseError(source, foreign_time_.line,
                     "the duration '" + foreign_time_.text +
                         "' has another decimal mark than the rest of the file; "
                         "export it again with LC_ALL=C");
  }
  // With a decimal comma 1,234 ns would be a fraction that ncu does not print, whatever the other cells
  // prove.
  if (ambiguous_.count > 0 && (!numbers_.proven() || decimal_mark_ == ',')) {
    throw ParseError(source, ambiguous_.line,
                     "the duration '" + ambiguous_.text +
                         "' may be a whole number or a fraction, depending on the "
                         "locale, and no other cell tells; export it again with LC_ALL=C");
  }
}

Diagnostics NcuValues::diagnostics(std::string const& source) const {
  Diagnostics found;
  auto const report = [&](Severity severity, Sighting const& sighting, std::string const& text) {
    if (sighting.count > 0)
      found.push_back({severity, counted(sighting, "value") + text, source, sighting.line});
  };
  report(Severity::note, missing_, " not available; the first is '" + missing_.text + "'");
  report(Severity::warning, foreign_,
         " with another decimal mark than the rest of the file, taken as text; the first is '" +
             foreign_.text + "'");
  report(Severity::warning, foreign_time_,
         " for the duration with another decimal mark than the rest of the file, so that the duration is "
         "unknown; export it again with LC_ALL=C; the first is '" +
             foreign_time_.text + "'");
  report(Severity::warning, odd_time_,
         " for the duration that cannot be one, so that the duration is unknown; the first is '" +
             odd_time_.text + "'");
  report(Severity::warning, unknown_unit_,
         " for the duration without a unit of time, so that the duration is unknown; the first unit is '" +
             unknown_unit_.text + "'");
  return found;
}

}  // namespace llmprof::inline v0
