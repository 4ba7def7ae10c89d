// SPDX-License-Identifier: MIT
#include "libllmprof/report/phase_rows.hpp"
#include "libllmprof/report/render.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/tables.hpp"

namespace llmprof::inline v0 {
namespace {

std::string csv_flag(std::optional<bool> flag) { return !flag ? "" : *flag ? "true" : "false"; }

std::string flag_text(std::optional<bool> flag) { return !flag ? "n/a" : *flag ? "yes" : "no"; }

/// The cell of the column that the rows are split by.
std::string key_text(PhaseRow const& row, By by, std::string const& unknown) {
  if (by != By::rank) return row.key;
  return row.rank ? std::to_string(*row.rank) : unknown;
}

void add_key_column(Table& table, By by) {
  if (by != By::none) table.columns.push_back({std::string(to_string(by)), ColumnKind::text});
}

Table csv_columns(Profile const& profile, By by) {
  Table table;
  add_key_column(table, by);
  for (char const* title :
       {"label", "path", "depth", "processes", "instances", "wall_ns", "span_ns", "asynchronous", "kernel_ns",
        "exclusive_kernel_ns", "gpu_busy_ns", "calls", "tokens"}) {
    table.columns.push_back({title});
  }
  for (PhaseRow const& row : phase_rows(profile, by)) {
    auto& cells = table.rows.emplace_back();
    if (by != By::none) cells.emplace_back(key_text(row, by, ""));
    for (std::string& text : std::vector<std::string>{
             to_string(row.phase->path.back()), to_string(row.phase->path),
             std::to_string(row.phase->depth()), csv_number(row.processes), csv_number(row.instances),
             csv_number(row.wall_ns), csv_number(row.span_ns), csv_flag(row.asynchronous),
             csv_number(row.kernel_ns), csv_number(row.exclusive_kernel_ns), csv_number(row.gpu_busy_ns),
             csv_number(row.calls), csv_number(row.tokens)}) {
      cells.emplace_back(std::move(text));
    }
  }
  return table;
}

/// Kernels that are in no phase, and all together: the last rows of the table.
void add_total(Table& table, char const* what, KernelTotal const& total, By by) {
  if (by != By::none) return;  // not known for each key
  std::vector<Cell> cells(table.columns.size(), Cell(""));
  cells[0] = Cell(what);
  cells[4] = milliseconds(total.kernel_ns);
  cells[8] = count_text(total.calls);
  table.rows.push_back(std::move(cells));
}

Table people_columns(Profile const& profile, By by) {
  Table table{{{"phase", ColumnKind::name}}, {}};
  add_key_column(table, by);
  for (char const* title : {"instances", "wall_ms", "span_ms", "kernel_ms", "exclusive_ms", "busy_ms",
                            "async", "calls", "tokens"}) {
    table.columns.push_back({title, ColumnKind::number});
  }
  for (PhaseRow const& row : phase_rows(profile, by)) {
    auto& cells = table.rows.emplace_back();
    cells.emplace_back(to_string(row.phase->path.back()), row.phase->depth());
    if (by != By::none) cells.emplace_back(key_text(row, by, "n/a"));
    for (std::string& text : std::vector<std::string>{
             count_text(row.instances), milliseconds(row.wall_ns), milliseconds(row.span_ns),
             milliseconds(row.kernel_ns), milliseconds(row.exclusive_kernel_ns),
             milliseconds(row.gpu_busy_ns), flag_text(row.asynchronous), count_text(row.calls),
             count_text(row.tokens)}) {
      cells.emplace_back(std::move(text));
    }
  }
  add_total(table, "(outside any range)", profile.outside, by);
  add_total(table, "(no launch record)", profile.no_launch_record, by);
  add_total(table, "(total)", profile.total, by);
  return table;
}

}  // namespace

std::string format_phases(Profile const& profile, By by, FormatOptions const& options) {
  if (options.format == Format::json) return phases_json(profile, by);
  return render(options.format == Format::csv ? csv_columns(profile, by) : people_columns(profile, by),
                options);
}

}  // namespace llmprof::inline v0
