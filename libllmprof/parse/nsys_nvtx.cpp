// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "libllmprof/parse/nsys_reader.hpp"

namespace llmprof::inline v0 {
namespace {

enum Cell : std::size_t { start, end, type, text, text_id, domain, thread, first_payload };

std::vector<std::string> const columns{
    "start",       "end",        "eventType",   "text",       "textId",      "domainId",  "globalTid",
    "uint64Value", "int64Value", "uint32Value", "int32Value", "doubleValue", "floatValue"};
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

/// One pass over NVTX_EVENTS. Domain names come as rows of their own, in any order, so ids are resolved at
/// the end.
class NsysReader::NvtxPass {
 public:
  explicit NvtxPass(NsysReader& reader) : reader_(reader), trace_(reader.builder_.trace()) {}

  void add(SqliteRow const& row) {
    auto const event = row.integer(Cell::type);
    bool const range = is_push_pop(event) || is_start_end(event);
    if (!range && !is_mark(event) && !is_domain(event)) return;
    if (!row.is_integer(Cell::start) || !row.is_integer(Cell::thread))
      return skip("'start' or 'globalTid' is not a number");
    if (!is_sane(row.integer(Cell::start)) || !is_sane(row.integer(Cell::end))) {
      return skip("'start' or 'end' is out of range");
    }
    std::uint32_t const thread = reader_.thread_of(row.integer(Cell::thread));
    if (is_domain(event)) {
      domains_[{trace_.threads[thread].process, row.integer(Cell::domain)}] = name_in(row);
    } else if (range) {
      add_range(row, thread, is_push_pop(event) ? RangeKind::push_pop : RangeKind::start_end);
    } else {
      add_mark(row, thread);
    }
  }

  void finish(std::string const& table) {
    for (auto const& [index, id] : range_domains_) {
      trace_.ranges[index].domain = domain_name(trace_.ranges[index].thread, id);
    }
    for (auto const& [index, id] : mark_domains_) {
      trace_.marks[index].domain = domain_name(trace_.marks[index].thread, id);
    }
    close_open_ranges();
    if (real_payloads_ > 0) {
      reader_.builder_.note(std::to_string(real_payloads_) +
                            " payload(s) that are not integers were left out");
    }
    reader_.report_odd_rows(table, odd_);
  }

 private:
  void add_range(SqliteRow const& row, std::uint32_t thread, RangeKind kind) {
    Range range;
    range.start = row.integer(Cell::start);
    range.open = !row.is_integer(Cell::end);
    range.end = range.open ? range.start : row.integer(Cell::end);
    if (range.end < range.start) return skip("a range ends before it starts");
    range.name = name_in(row);
    range.thread = thread;
    range.kind = kind;
    auto const payload = integer_payload(row);
    range.has_payload = payload.has_value();
    range.payload = payload.value_or(0);
    if (auto const id = row.integer(Cell::domain); id != 0)
      range_domains_.emplace_back(trace_.ranges.size(), id);
    trace_.ranges.push_back(range);
  }

  void add_mark(SqliteRow const& row, std::uint32_t thread) {
    auto const payload = integer_payload(row);
    Mark mark;
    mark.time = row.integer(Cell::start);
    mark.name = name_in(row);
    mark.thread = thread;
    mark.has_payload = payload.has_value();
    mark.payload = payload.value_or(0);
    if (auto const id = row.integer(Cell::domain); id != 0)
      mark_domains_.emplace_back(trace_.marks.size(), id);
    trace_.marks.push_back(mark);
  }

  std::optional<std::int64_t> integer_payload(SqliteRow const& row) {
    auto const payload = payload_of(row);
    if (!payload && has_real_payload(row)) ++real_payloads_;
    return payload;
  }

  StringId name_in(SqliteRow const& row) {
    return row.is_integer(Cell::text_id) ? reader_.name_of(row, Cell::text_id)
                                         : reader_.builder_.intern(row.text(Cell::text));
  }

  StringId domain_name(std::uint32_t thread, std::int64_t id) {
    auto const own = domains_.find({trace_.threads[thread].process, id});
    if (own != domains_.end()) return own->second;
    // A forked child inherits its parent's domain without creating it again.
    auto const other = std::find_if(domains_.begin(), domains_.end(),
                                    [&](auto const& domain) { return domain.first.second == id; });
    return other != domains_.end() ? other->second : reader_.builder_.intern("domain " + std::to_string(id));
  }

  void close_open_ranges() {
    auto const open =
        std::count_if(trace_.ranges.begin(), trace_.ranges.end(), [](Range const& r) { return r.open; });
    if (open == 0) return;
    Nanoseconds const last = last_moment(trace_);
    for (Range& range : trace_.ranges) {
      if (range.open) range.end = std::max(range.start, last);
    }
    reader_.builder_.warn(std::to_string(open) +
                          " range(s) were still open at the end of the capture; they are taken to end there");
  }

  void skip(char const* fault) {
    if (odd_.count++ == 0) odd_.first = fault;
  }

  NsysReader& reader_;
  Trace& trace_;
  std::map<std::pair<std::uint32_t, std::int64_t>, StringId> domains_;  // (process, domain id)
  std::vector<std::pair<std::size_t, std::int64_t>> range_domains_;     // (index, domain id)
  std::vector<std::pair<std::size_t, std::int64_t>> mark_domains_;
  std::uint64_t real_payloads_ = 0;
  OddRows odd_;
};

void NsysReader::read_nvtx() {
  std::string const table = file_.find_table("NVTX_EVENTS");
  if (table.empty()) return builder_.note("the capture has no NVTX ranges (no table NVTX_EVENTS)");
  require(table, {"start", "end", "eventType", "globalTid"});
  NvtxPass pass(*this);
  file_.for_each(table, present(table, columns), [&](SqliteRow const& row) { pass.add(row); });
  pass.finish(table);
}

}  // namespace llmprof::inline v0
