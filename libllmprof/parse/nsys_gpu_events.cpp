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

/// A correlation id is one of its process; without both, the launch is not known.
void NsysReader::expect_launch(SqliteRow const& row, std::uint32_t stream, std::uint32_t operation) {
  if (!row.is_integer(Cell::correlation) || !row.is_integer(Cell::process)) return;
  join_.expect(builder_.trace().streams[stream].process, row.integer(Cell::correlation), operation);
}

void NsysReader::read_kernels() {
  std::string const table = file_.find_table("CUPTI_ACTIVITY_KIND_KERNEL");
  if (table.empty())
    return builder_.note("the capture has no table of CUDA kernels (CUPTI_ACTIVITY_KIND_KERNEL)");
  require(table, {"start", "end"});
  // Reading a cell costs, wanted or not: ask for one name, not for three.
  std::string name = "demangledName";
  for (auto const* const other : {"shortName", "mangledName"}) {
    if (present(table, {name}).front().empty()) name = other;
  }
  require(table, {present(table, {name}).front().empty() ? "demangledName" : name});
  std::vector<std::string> own{name};
  for (auto const* const dimension : {"gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"}) {
    if (launch_shapes_) own.emplace_back(dimension);
  }
  std::size_t const node_cell = first_own + own.size();
  own.emplace_back(node_origins_.empty() ? "" : "graphNodeId");
  auto const columns = present(table, with_common(own));
  if (columns[Cell::correlation].empty() || columns[Cell::process].empty()) {
    builder_.warn("table " + table +
                  " has no correlationId or no globalPid: its kernels cannot be tied to ranges");
  }
  constexpr std::size_t name_cell = first_own;
  constexpr std::size_t shape_cells = first_own + 1;

  Trace& trace = builder_.trace();
  trace.launches.reserve(file_.newest_row(table));
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
    launch.name = name_of(row, name_cell);
    launch.stream = stream_of(row.integer(Cell::process), row.integer(Cell::device),
                              row.integer(Cell::context), row.integer(Cell::stream));
    LaunchShape const shape = launch_shapes_ ? shape_in(row, shape_cells) : LaunchShape{};
    if (shape != last_shape) {
      last_shape = shape;
      last_shape_index = builder_.shape(shape);
    }
    launch.shape = last_shape_index;
    launch.graph_node = graph_node_of(trace.streams[launch.stream].process, row, node_cell);
    expect_launch(row, launch.stream, static_cast<std::uint32_t>(trace.launches.size()));
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
  file_.for_each(table, present(table, with_common({"bytes", "graphNodeId"})), [&](SqliteRow const& row) {
    if (says(fault, fault_of(row))) return odd.add(fault);
    MemoryOperation operation;
    operation.start = row.integer(Cell::start);
    operation.end = row.integer(Cell::end);
    operation.bytes = row.integer(first_own);
    operation.kind = kind;
    operation.stream = stream_of(row.integer(Cell::process), row.integer(Cell::device),
                                 row.integer(Cell::context), row.integer(Cell::stream));
    operation.graph_node = graph_node_of(trace.streams[operation.stream].process, row, first_own + 1);
    expect_launch(row, operation.stream, before + static_cast<std::uint32_t>(trace.memory_operations.size()));
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
    expect_launch(row, launch.stream, before + static_cast<std::uint32_t>(trace.graph_launches.size()));
    trace.graph_launches.push_back(launch);
  });
  report_odd_rows(table, odd);
}

/// Of processes with GPU work; a wait of a stream for an event is none of the host.
void NsysReader::read_host_waits() {
  constexpr std::int64_t stream_waits_for_event = 2;  // CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT
  enum WaitCell : std::size_t { process_cell = 2, type_cell };
  std::string const table = file_.find_table("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION");
  if (table.empty()) return;
  require(table, {"start", "end"});
  auto& waits = builder_.trace().host_waits.emplace();
  OddRows odd;
  std::string fault;
  file_.for_each(table, present(table, {"start", "end", "globalPid", "syncType"}), [&](SqliteRow const& row) {
    if (says(fault, fault_of(row))) return odd.add(fault);
    auto const process = processes_.find(process_part(row.integer(process_cell)));
    if (process == processes_.end() || row.integer(type_cell) == stream_waits_for_event) return;
    waits.push_back({row.integer(Cell::start), row.integer(Cell::end), process->second});
  });
  report_odd_rows(table, odd);
}

}  // namespace llmprof::inline v0
