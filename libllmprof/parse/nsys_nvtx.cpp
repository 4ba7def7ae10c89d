// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "libllmprof/parse/nsys_reader.hpp"

namespace llmprof::inline v0 {
namespace {

enum Cell : std::size_t { start, end, type, text, text_id, domain, thread, first_payload };

std::vector<std::string> const columns{"start",      "end",         "eventType",   "text",        "textId",
                                       "domainId",   "globalTid",   "uint64Value", "int64Value",  "uint32Value",
                                       "int32Value", "doubleValue", "floatValue"};
constexpr std::size_t integer_payloads = 4;

// ENUM_NSYS_EVENT_TYPE; the second of each pair is from text files of older versions.
bool is_push_pop(std::int64_t type) { return type == 59 || type == 70; }
bool is_start_end(std::int64_t type) { return type == 60 || type == 71; }
bool is_mark(std::int64_t type) { return type == 34 || type == 65; }
bool is_domain(std::int64_t type) { return type == 75; }

std::optional<std::int64_t> payload_of(SqliteRow const& row) {
  for (std::size_t i = first_payload; i < first_payload + integer_payloads; ++i) {
    if (row.is_integer(i)) return row.integer(i);
  }
  return std::nullopt;
}

bool has_real_payload(SqliteRow const& row) {
  return !row.is_null(first_payload + integer_payloads) || !row.is_null(first_payload + integer_payloads + 1);
}

/// The last moment that any event of the trace has: where a range that is still open is taken to end.
Nanoseconds last_moment(Trace const& trace) {
  Nanoseconds last = std::numeric_limits<Nanoseconds>::min();
  for (KernelLaunch const& launch : trace.launches) last = std::max(last, launch.end);
  for (MemoryOperation const& operation : trace.memory_operations) last = std::max(last, operation.end);
  for (GraphLaunch const& launch : trace.graph_launches) last = std::max(last, launch.end);
  for (Range const& range : trace.ranges) last = std::max({last, range.start, range.end});
  for (Mark const& mark : trace.marks) last = std::max(last, mark.time);
  return last;
}

}  // namespace

void NsysReader::read_nvtx() {
  std::string const table = file_.find_table("NVTX_EVENTS");
  if (table.empty()) return builder_.note("the capture has no NVTX ranges (no table NVTX_EVENTS)");
  require(table, {"start", "end", "eventType", "globalTid"});
  Trace& trace = builder_.trace();
  std::map<std::pair<std::uint32_t, std::int64_t>, StringId> domains;      // (process, domain id) -> name
  std::vector<std::pair<std::size_t, std::int64_t>> range_domains;         // rows of a domain may precede its name
  std::vector<std::pair<std::size_t, std::int64_t>> mark_domains;
  std::uint64_t real_payloads = 0;
  OddRows odd;
  auto const name_in = [&](SqliteRow const& row) {
    return row.is_integer(Cell::text_id) ? name_of(row, Cell::text_id) : builder_.intern(row.text(Cell::text));
  };

  file_.for_each(table, present(table, columns), [&](SqliteRow const& row) {
    auto const event = row.integer(Cell::type);
    bool const range_event = is_push_pop(event) || is_start_end(event);
    if (!range_event && !is_mark(event) && !is_domain(event)) return;
    if (!row.is_integer(Cell::start) || !row.is_integer(Cell::thread)) {
      if (odd.count++ == 0) odd.first = "'start' or 'globalTid' is not a number";
      return;
    }
    std::uint32_t const thread = thread_of(row.integer(Cell::thread));
    if (is_domain(event)) {
      domains[{trace.threads[thread].process, row.integer(Cell::domain)}] = name_in(row);
      return;
    }
    auto const payload = payload_of(row);
    if (!payload && has_real_payload(row)) ++real_payloads;
    if (is_mark(event)) {
      mark_domains.emplace_back(trace.marks.size(), row.integer(Cell::domain));
      trace.marks.push_back({.time = row.integer(Cell::start),
                             .payload = payload.value_or(0),
                             .name = name_in(row),
                             .domain = {},
                             .thread = thread,
                             .has_payload = payload.has_value()});
      return;
    }
    Range range;
    range.start = row.integer(Cell::start);
    range.open = !row.is_integer(Cell::end);
    range.end = range.open ? range.start : row.integer(Cell::end);
    if (range.end < range.start) {
      if (odd.count++ == 0) odd.first = "a range ends before it starts";
      return;
    }
    range.name = name_in(row);
    range.thread = thread;
    range.kind = is_push_pop(event) ? RangeKind::push_pop : RangeKind::start_end;
    range.has_payload = payload.has_value();
    range.payload = payload.value_or(0);
    if (row.integer(Cell::domain) != 0) range_domains.emplace_back(trace.ranges.size(), row.integer(Cell::domain));
    trace.ranges.push_back(range);
  });

  auto const domain_name = [&](std::uint32_t thread, std::int64_t id) {
    if (id == 0) return StringId{};
    auto const known = domains.find({trace.threads[thread].process, id});
    if (known != domains.end()) return known->second;
    // A forked child inherits its parent's domain without creating it again.
    auto const other = std::find_if(domains.begin(), domains.end(), [&](auto const& d) { return d.first.second == id; });
    return other != domains.end() ? other->second : builder_.intern("domain " + std::to_string(id));
  };
  for (auto const& [index, id] : range_domains) {
    trace.ranges[index].domain = domain_name(trace.ranges[index].thread, id);
  }
  for (auto const& [index, id] : mark_domains) trace.marks[index].domain = domain_name(trace.marks[index].thread, id);

  auto const open = std::count_if(trace.ranges.begin(), trace.ranges.end(), [](Range const& r) { return r.open; });
  if (open > 0) {
    Nanoseconds const last = last_moment(trace);
    for (Range& range : trace.ranges) {
      if (range.open) range.end = std::max(range.start, last);
    }
    builder_.warn(std::to_string(open) + " range(s) were still open at the end of the capture; they are taken to end there");
  }
  if (real_payloads > 0) {
    builder_.note(std::to_string(real_payloads) + " payload(s) that are not integers were left out");
  }
  report_odd_rows(table, odd);
}

}  // namespace llmprof::inline v0
