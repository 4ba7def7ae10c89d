// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_table.hpp"

#include <algorithm>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view ellipsis = "\xE2\x80\xA6";
constexpr double finest_exact = 1e3;  // microseconds are printed with three decimals

}  // namespace

NsysColumn NsysTable::find(std::initializer_list<std::string_view> names) {
  NsysColumn column = find_column(header_, names);
  if (column.factor > finest_exact) coarse_title_ = column.title;
  return column;
}

NsysColumn NsysTable::require(std::initializer_list<std::string_view> names, std::string_view shown) {
  NsysColumn column = require_column(header_, names, shown);
  if (column.factor > finest_exact) coarse_title_ = column.title;
  return column;
}

std::optional<std::string> NsysTable::add(NsysCells const& cells, std::uint64_t line) {
  if (auto fault = wrong_width(cells, header_)) return fault;
  NsysRow row(cells, numbers_);
  try {
    return take(row, line);
  } catch (Error const& error) {  // sums that do not fit
    throw ParseError(header_.source, line, error.what());
  }
}

bool NsysTable::is_like_row(NsysCells const& cells) const {
  if (cells.size() != header_.titles.size()) return false;
  auto const columns = numeric();
  return std::any_of(columns.begin(), columns.end(), [&](NsysColumn const* column) {
    return column->exists() && NumberReader(decimal_mark_).read(cells[column->index]).has_value();
  });
}

void NsysTable::give(StatsTables& tables) {
  move_to(tables);
  if (!coarse_title_.empty()) {
    note(tables, Severity::note,
         "the times of the report " + header_.report + " are rounded ('" + coarse_title_ +
             "'); `nsys stats --timeunit nsec` prints them exactly");
  }
  if (clipped_.count == 0) return;
  tables.diagnostics.push_back(
      {Severity::warning,
       counted(clipped_, "name") + " clipped by nsys ('" + clipped_.text +
           "'): names with the same beginning stand together; --format csv has them whole",
       header_.source, clipped_.line});
}

void NsysTable::note(StatsTables& tables, Severity severity, std::string text) const {
  tables.diagnostics.push_back({severity, std::move(text), header_.source, header_.line});
}

std::string NsysTable::name(NsysRow const& row, NsysColumn const& column, std::uint64_t line) {
  std::string_view const text = row.text(column);
  if (text.ends_with(ellipsis)) clipped_.add(line, text);
  return std::string(text);
}

std::unique_ptr<NsysTable> make_nsys_table(NsysHeader header, char decimal_mark) {
  switch (use_of_nsys_report(header.report)) {
    case NsysReportUse::kernels:
      return header.report == "cuda_kern_exec_sum" ? make_nsys_exec_table(std::move(header), decimal_mark)
                                                   : make_nsys_kernel_table(std::move(header), decimal_mark);
    case NsysReportUse::launches: return make_nsys_launch_table(std::move(header), decimal_mark);
    case NsysReportUse::ranges: return make_nsys_range_table(std::move(header), decimal_mark);
    case NsysReportUse::range_kernels: return make_nsys_range_kernel_table(std::move(header), decimal_mark);
    case NsysReportUse::none: break;
  }
  return nullptr;
}

}  // namespace llmprof::inline v0
