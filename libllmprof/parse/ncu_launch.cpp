// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_launch.hpp"

#include <array>
#include <charconv>

#include "libllmprof/parse/ncu_nvtx.hpp"
#include "libllmprof/parse/number.hpp"

namespace llmprof::inline v0 {
namespace {

/// `(128, 1, 1)`; absent if there are not three numbers.
std::optional<std::array<std::int64_t, 3>> read_dimensions(std::string_view cell) {
  std::array<std::int64_t, 3> dimensions{};
  char const* at = cell.data();
  char const* const end = at + cell.size();
  for (std::int64_t& dimension : dimensions) {
    while (at != end && (*at == '(' || *at == ' ' || *at == ',')) ++at;
    auto const [next, error] = std::from_chars(at, end, dimension);
    if (error != std::errc()) return std::nullopt;
    at = next;
  }
  return dimensions;
}

std::uint64_t key_of(std::uint64_t id, std::int64_t pid) {
  return (static_cast<std::uint64_t>(pid) << 32) ^ id;
}

/// The names are compared as well: tables of several machines or runs may stand in one file.
bool is_row_of(MeasuredLaunch const& launch, Cells const& cells, NcuColumns const& columns) {
  return launch.kernel == cell_of(cells, columns.kernel) && launch.host == cell_of(cells, columns.host) &&
         read_integer<std::uint64_t>(cell_of(cells, columns.id)) == launch.id &&
         read_integer<std::int64_t>(cell_of(cells, columns.pid)) == launch.pid;
}

}  // namespace

bool is_ncu_launch(Cells const& cells, NcuColumns const& columns) {
  return read_integer<std::uint64_t>(cell_of(cells, columns.id)) &&
         read_integer<std::int64_t>(cell_of(cells, columns.pid));
}

MeasuredLaunch read_ncu_launch(Cells const& cells, NcuColumns const& columns, std::uint64_t line) {
  auto const text = [&](std::size_t column) { return std::string(cell_of(cells, column)); };
  MeasuredLaunch launch;
  launch.id = read_integer<std::uint64_t>(cell_of(cells, columns.id)).value_or(0);
  launch.pid = read_integer<std::int64_t>(cell_of(cells, columns.pid)).value_or(0);
  launch.process = text(columns.process);
  launch.host = text(columns.host);
  launch.kernel = text(columns.kernel);
  launch.kind = launch.kernel == "range" ? MeasuredKind::range : MeasuredKind::kernel;
  launch.grid = read_dimensions(cell_of(cells, columns.grid));
  launch.block = read_dimensions(cell_of(cells, columns.block));
  launch.context = text(columns.context);
  launch.stream = text(columns.stream);
  launch.device = text(columns.device);
  launch.compute_capability = text(columns.compute_capability);
  launch.path = read_push_pop_ranges(cell_of(cells, columns.push_pop));
  launch.start_end = read_start_stop_ranges(cell_of(cells, columns.start_stop));
  launch.line = line;
  return launch;
}

std::optional<std::size_t> NcuLaunchIndex::find(std::vector<MeasuredLaunch> const& launches,
                                                Cells const& cells, NcuColumns const& columns) const {
  if (!launches.empty() && is_row_of(launches.back(), cells, columns)) return launches.size() - 1;
  auto const id = read_integer<std::uint64_t>(cell_of(cells, columns.id));
  auto const pid = read_integer<std::int64_t>(cell_of(cells, columns.pid));
  auto const [first, last] = by_id_.equal_range(key_of(id.value_or(0), pid.value_or(0)));
  for (auto known = first; known != last; ++known) {
    if (is_row_of(launches[known->second], cells, columns)) return known->second;
  }
  return std::nullopt;
}

void NcuLaunchIndex::add(MeasuredLaunch const& launch, std::size_t index) {
  by_id_.emplace(key_of(launch.id, launch.pid), index);
}

}  // namespace llmprof::inline v0
