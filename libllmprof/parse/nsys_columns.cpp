// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_columns.hpp"

#include <algorithm>
#include <cmath>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double largest = 9e18;  // about what an int64 holds
constexpr std::size_t longest_shown = 100;

std::string joined(std::vector<std::string> const& cells) {
  std::string text;
  for (std::string const& cell : cells) text.append(text.empty() ? "" : ", ").append(cell);
  return text;
}

bool is_unknown(std::string_view cell) {
  return cell.empty() || cell == "n/a" || cell == "nan" || cell == "None";
}

}  // namespace

NsysColumn find_column(NsysHeader const& header, std::initializer_list<std::string_view> names) {
  for (std::size_t i = 0; i < header.titles.size(); ++i) {
    NsysTitle const title = read_nsys_title(header.titles[i]);
    if (std::find(names.begin(), names.end(), title.name) == names.end()) continue;
    auto const factor = ns_per(title);
    if (!factor) {
      throw ParseError(header.source, header.line,
                       "column '" + header.titles[i] + "': its unit is not one of time (ns, us, ms, s)");
    }
    return {header.titles[i], i, *factor};
  }
  return {};
}

NsysColumn require_column(NsysHeader const& header, std::initializer_list<std::string_view> names,
                          std::string_view shown) {
  NsysColumn column = find_column(header, names);
  if (column.exists()) return column;
  throw ParseError(header.source, header.line,
                   "the table of the report " + header.report + " of nsys has no column '" +
                       std::string(shown) + "', only: " + joined(header.titles) +
                       "; make it again with `nsys stats --report " + header.report + " --format csv`");
}

std::string_view NsysRow::text(NsysColumn const& column) const {
  return column.exists() ? cells_[column.index] : std::string_view();
}

std::optional<double> NsysRow::number(NsysColumn const& column) {
  std::string_view const cell = text(column);
  if (is_unknown(cell)) return std::nullopt;
  auto const value = numbers_.read(cell);
  if (value && *value >= 0 && *value * column.factor <= largest) return *value * column.factor;
  if (odd_ == nullptr) odd_ = &column;
  return std::nullopt;
}

std::optional<std::int64_t> NsysRow::whole_ns(NsysColumn const& column) {
  auto const value = number(column);
  if (!value) return std::nullopt;
  return std::llround(*value);
}

double NsysRow::rounding(NsysColumn const& column) const {
  std::string_view const cell = text(column);
  auto const mark = cell.find_last_of(".,");
  auto const decimals = mark == std::string_view::npos ? 0 : cell.size() - mark - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(decimals)) * column.factor;
}

std::uint64_t NsysRow::count(NsysColumn const& column, std::uint64_t least) {
  auto const value = number(column);
  if (value && *value >= static_cast<double>(least) && *value == std::floor(*value)) {
    return static_cast<std::uint64_t>(*value);
  }
  if (odd_ == nullptr || odd_ == &column) {
    odd_ = &column;
    odd_is_count_ = true;
  }
  return least;
}

std::optional<std::string> NsysRow::fault() const {
  if (odd_ == nullptr) return std::nullopt;
  return "column '" + odd_->title + "': '" + std::string(cells_[odd_->index].substr(0, longest_shown)) +
         "' is not what it must be, " +
         (odd_is_count_ ? "a whole number of 1 or more" : "a number of 0 or more");
}

std::optional<std::string> wrong_width(NsysCells const& cells, NsysHeader const& header) {
  if (cells.size() == header.titles.size()) return std::nullopt;
  return "its number of cells is " + std::to_string(cells.size()) + ", that of the header " +
         std::to_string(header.titles.size());
}

}  // namespace llmprof::inline v0
