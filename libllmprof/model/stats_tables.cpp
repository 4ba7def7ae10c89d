// SPDX-License-Identifier: MIT
#include "llmprof/model/stats_tables.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// The name of a report that is in both; empty if there is none.
template <class Table>
std::string in_both(std::vector<Table> const& a, std::vector<Table> const& b) {
  for (Table const& table : a) {
    bool const is_there =
        std::any_of(b.begin(), b.end(), [&](Table const& other) { return other.report == table.report; });
    if (is_there) return table.report;
  }
  return {};
}

template <class Item>
void append(std::vector<Item>& into, std::vector<Item>& more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

void add_tables(StatsTables& into, StatsTables more) {
  for (std::string const& report :
       {in_both(into.kernels, more.kernels), in_both(into.launches, more.launches),
        in_both(into.ranges, more.ranges), in_both(into.range_kernels, more.range_kernels)}) {
    if (!report.empty()) {
      throw InvalidArgument("two tables of the report " + report + ": " + into.source + " and " +
                            more.source);
    }
  }
  into.source += ", " + more.source;
  append(into.kernels, more.kernels);
  append(into.launches, more.launches);
  append(into.ranges, more.ranges);
  append(into.range_kernels, more.range_kernels);
  append(into.diagnostics, more.diagnostics);
}

}  // namespace llmprof::inline v0
