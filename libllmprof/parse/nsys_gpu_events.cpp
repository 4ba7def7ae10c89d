// SPDX-License-Identifier: MIT
// What ran on the GPUs: kernels, copies, sets, and graphs that were traced as a whole.
#include <limits>

#include "libllmprof/parse/nsys_reader.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// Columns that every device operation has, in the order in which they are asked for.
enum Cell : std::size_t { start, end, device, context, stream, correlation, process, first_own };

std::vector<std::string> const common_columns{"start",    "end",           "deviceId", "contextId",
                                              "streamId", "correlationId", "globalPid"};

std::vector<std::string> with_common(std::vector<std::string> const& own) {
  std::vector<std::string> columns = common_columns;
  columns.insert(columns.end(), own.begin(), own.end());
  return columns;
}

/// Empty if the row has a duration, else what is wrong with it.
std::string fault_of(SqliteRow const& row) {
  if (!row.is_integer(Cell::start)) return "'start' is not a number";
  if (!row.is_integer(Cell::end)) return "'end' is not a number";
  Nanoseconds const from = row.integer(Cell::start);
  Nanoseconds const to = row.integer(Cell::end);
  if (!is_sane(from) || !is_sane(to)) return "'start' or 'end' is out of range";
  if (to < from)
    return "it ends (" + std::to_string(to) + ") before it starts (" + std::to_string(from) + ")";
  return {};
}

std::int32_t dimension(SqliteRow const& row, std::size_t cell) {
  auto const value = row.integer(cell);
  return value > std::numeric_limits<std::int32_t>::max() || value < 0 ? 0 : static_cast<std::int32_t>(value);
}

LaunchShape shape_in(SqliteRow const& row, std::size_t cell) {
  return {.grid = {dimension(row, cell), dimension(row, cell + 1), dimension(row, cell + 2)},
          .block = {dimension(row, cell + 3), dimension(row, cell + 4), dimension(row, cell + 5)}};
}

bool says(std::string& out, std::string fault) {
  out = std::move(fault);
  return !out.empty();
}

}  // namespace

void NsysReader::read_kernels() {
  std::string const table = file_.find_table("CUPTI_ACTIVITY_KIND_KERNEL");
  if (table.empty())
    return builder_.note("the capture has no table of CUDA kernels (CUPTI_ACTIVITY_KIND_KERNEL)");
  require(table, {"start", "end"});
  auto columns = present(table, with_common({"demangledName", "shortName", "mangledName", "gridX", "gridY",
                                             "gridZ", "blockX", "blockY", "blockZ", "graphNodeId"}));
  std::size_t name = first_own;
  while (name < first_own + 3 && columns[name].empty()) ++name;
  if (name == first_own + 3) require(table, {"demangledName"});
  if (columns[Cell::correlation].empty() || columns[Cell::process].empty()) {
    builder_.warn("table " + table +
                  " has no correlationId or no globalPid: its kernels cannot be tied to ranges");
  }
  std::size_t const shape = first_own + 3;

  Trace& trace = builder_.trace();
  LaunchShape last_shape;
  std::uint32_t last_shape_index = 0;
  OddRows odd;
  std::string fault;
  file_.for_each(table, columns, [&](SqliteRow const& row) {
    if (says(fault, fault_of(row))) return odd.add(fault);
    if (trace.launches.size() >= no_index / 2) throw ParseError(file_.source(), {}, "more than 2^31 kernels");
    KernelLaunch launch;
    launch.start = row.integer(Cell::start);
    launch.end = row.integer(Cell::end);
    launch.name = name_of(row, name);
    launch.stream = stream_of(row.integer(Cell::process), row.integer(Cell::device),
                              row.integer(Cell::context), row.integer(Cell::stream));
    if (LaunchShape const own = shape_in(row, shape); own != last_shape) {
      last_shape = own;
      last_shape_index = builder_.shape(own);
    }
    launch.shape = last_shape_index;
    if (row.is_integer(Cell::correlation) && row.is_integer(Cell::process)) {
      join_.expect(trace.streams[launch.stream].process, row.integer(Cell::correlation),
                   static_cast<std::uint32_t>(trace.launches.size()));
    }
    trace.launches.push_back(launch);
  });
  report_odd_rows(table, odd);
}

void NsysReader::read_memory_operations(std::string const& name, MemoryOperationKind kind) {
  std::string const table = file_.find_table(name);
  if (table.empty()) return;
  require(table, {"start", "end"});
  Trace& trace = builder_.trace();
  auto const before = static_cast<std::uint32_t>(trace.launches.size());
  OddRows odd;
  std::string fault;
  file_.for_each(table, present(table, with_common({"bytes"})), [&](SqliteRow const& row) {
    if (says(fault, fault_of(row))) return odd.add(fault);
    MemoryOperation operation;
    operation.start = row.integer(Cell::start);
    operation.end = row.integer(Cell::end);
    operation.bytes = row.integer(first_own);
    operation.kind = kind;
    operation.stream = stream_of(row.integer(Cell::process), row.integer(Cell::device),
                                 row.integer(Cell::context), row.integer(Cell::stream));
    join_.expect(trace.streams[operation.stream].process, row.integer(Cell::correlation),
                 before + static_cast<std::uint32_t>(trace.memory_operations.size()));
    trace.memory_operations.push_back(operation);
  });
  report_odd_rows(table, odd);
}

void NsysReader::read_graph_launches() {
  std::string const table = file_.find_table("CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
  if (table.empty()) return;
  require(table, {"start", "end"});
  Trace& trace = builder_.trace();
  auto const before = static_cast<std::uint32_t>(trace.launches.size() + trace.memory_operations.size());
  OddRows odd;
  std::string fault;
  file_.for_each(table, present(table, common_columns), [&](SqliteRow const& row) {
    if (says(fault, fault_of(row))) return odd.add(fault);
    GraphLaunch launch;
    launch.start = row.integer(Cell::start);
    launch.end = row.integer(Cell::end);
    launch.stream = stream_of(row.integer(Cell::process), row.integer(Cell::device),
                              row.integer(Cell::context), row.integer(Cell::stream));
    join_.expect(trace.streams[launch.stream].process, row.integer(Cell::correlation),
                 before + static_cast<std::uint32_t>(trace.graph_launches.size()));
    trace.graph_launches.push_back(launch);
  });
  report_odd_rows(table, odd);
}

}  // namespace llmprof::inline v0
