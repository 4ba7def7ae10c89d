// SPDX-License-Identifier: MIT
#include "libllmprof/collect/trace_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "libllmprof/collect/spool_reader.hpp"
#include "libllmprof/collect/spool_records.hpp"
#include "libllmprof/collect/trace_tables.hpp"
#include "llmprof/error.hpp"
#include "llmprof/model/kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

using spool::Kind;
using Spools = std::map<std::string, std::unique_ptr<SpoolReader>>;  // by file name

std::int64_t signed_of(std::uint64_t value) noexcept { return static_cast<std::int64_t>(value); }

constexpr std::uint64_t part(std::uint64_t id) noexcept {
  return id & 0xFFFFFFU;
}  // nsys cuts ids to 24 bits

std::int64_t global_id(std::uint64_t pid, std::uint64_t tid) noexcept {
  return signed_of(std::uint64_t{1} << 48U | part(pid) << 24U | part(tid));
}

/// Names of one process, with those that it was forked with.
class Names {
 public:
  Names(SpoolReader const& spool, Spools const& spools, TraceTables& tables) : tables_(tables) {
    SpoolReader const* at = &spool;
    for (int forks = 0; at != nullptr && forks < 64; ++forks) {
      chain_.push_back(at);
      auto const parent = spools.find(at->header().parent);
      at = parent == spools.end() ? nullptr : parent->second.get();
    }
  }

  [[nodiscard]] std::string_view text(std::uint32_t name) const {
    if (name == 0) return {};
    auto const* const found = find(&SpoolReader::names, name);
    return found == nullptr ? std::string_view("(name lost)") : *found;
  }
  /// Absent for the default domain.
  [[nodiscard]] std::optional<std::string_view> domain(std::uint32_t number) const {
    if (number == 0) return std::nullopt;
    auto const* const name = find(&SpoolReader::domains, number);
    return name == nullptr ? std::string_view("(domain lost)") : text(*name);
  }
  [[nodiscard]] std::string_view api(std::uint32_t call) const {
    auto const* const name = find(&SpoolReader::apis, call);
    return name == nullptr ? std::string_view("(call unknown)") : text(*name);
  }

  /// The row of StringIds.
  std::int64_t id(std::uint32_t name) {
    auto const [entry, is_new] = ids_.try_emplace(name, 0);
    if (is_new) entry->second = tables_.string(text(name));
    return entry->second;
  }

 private:
  /// Its own before its parent's: numbers that both gave after the fork differ in meaning.
  template <class Value>
  Value const* find(std::unordered_map<std::uint32_t, Value> const& (SpoolReader::*map)() const noexcept,
                    std::uint32_t number) const {
    for (SpoolReader const* spool : chain_) {
      auto const found = (spool->*map)().find(number);
      if (found != (spool->*map)().end()) return &found->second;
    }
    return nullptr;
  }

  TraceTables& tables_;
  std::vector<SpoolReader const*> chain_;
  std::unordered_map<std::uint32_t, std::int64_t> ids_;
};

/// When the process replaced its program by another that records, too.
std::optional<std::uint64_t> replaced_at(SpoolReader const& spool, Spools const& spools) {
  std::optional<std::uint64_t> first;
  spool::Header const& own = spool.header();
  for (auto const& [name, other] : spools) {
    spool::Header const& header = other->header();
    bool const later =
        header.pid == own.pid && header.process_start == own.process_start && header.opened > own.opened;
    if (later && header.opened < first.value_or(UINT64_MAX)) first = header.opened;
  }
  return first;
}

/// Writes the events of one process.
class ProcessWriter {
 public:
  ProcessWriter(SpoolReader const& spool, Spools const& spools, TraceTables& tables, std::uint64_t base,
                CollectedFacts& facts)
      : spool_(spool),
        names_(spool, spools, tables),
        tables_(tables),
        base_(base),
        facts_(facts),
        replaced_(replaced_at(spool, spools)) {}

  void write() {
    spool_.for_each([this](std::uint32_t tid, spool::Record const& record) {
      if (tid != tid_) leave_thread();
      tid_ = tid;
      end_windows_before(time_of(record));
      take(record);
    });
    leave_thread();
    write_waits();
    write_start_end_ranges();
    write_domains();
    std::string const executable = std::filesystem::path(spool_.header().executable).filename().string();
    tables_.process(global_pid(), signed_of(spool_.header().pid), executable);
    if (stray_pops_ > 0 && !is_limited()) {
      facts_.warnings.push_back("process " + std::to_string(spool_.header().pid) + ": " +
                                std::to_string(stray_pops_) +
                                " NVTX range(s) were closed that were not open; left out");
    }
  }

 private:
  [[nodiscard]] std::int64_t global_pid() const { return global_id(spool_.header().pid, 0); }
  [[nodiscard]] std::int64_t global_tid(std::uint32_t tid) const {
    return global_id(spool_.header().pid, tid);
  }
  [[nodiscard]] std::int64_t time(std::uint64_t at) const { return signed_of(at - base_); }

  [[nodiscard]] bool is_limited() const { return spool_.header().limited != 0; }

  void take(spool::Record const& record) {
    switch (record.kind) {
      case Kind::push:
        open_[record_as<spool::RangeRecord>(record).domain].push_back(record_as<spool::RangeRecord>(record));
        return;
      case Kind::pop: return pop(record_as<spool::RangeEndRecord>(record));
      case Kind::start:
        starts_[record_as<spool::RangeRecord>(record).range] = {record_as<spool::RangeRecord>(record), tid_};
        return;
      case Kind::end:
        ends_[record_as<spool::RangeEndRecord>(record).range] = {
            record_as<spool::RangeEndRecord>(record).time, tid_};
        return;
      case Kind::mark:
        return write_range(EventType::mark, record_as<spool::RangeRecord>(record), tid_, {}, {});
      case Kind::launch: return write_launch(record_as<spool::LaunchRecord>(record));
      case Kind::kernel: return write_kernel(record_as<spool::KernelRecord>(record));
      case Kind::copy:
      case Kind::set: return write_memory(record_as<spool::MemoryRecord>(record));
      case Kind::graph: return write_graph(record_as<spool::GraphRecord>(record));
      case Kind::graph_node: return write_graph_node(record_as<spool::GraphNodeRecord>(record));
      case Kind::device: return write_device(record_as<spool::DeviceRecord>(record));
      case Kind::wait: return waits_.push_back(record_as<spool::WaitRecord>(record));
      case Kind::thread_end:
      case Kind::lost: return leave_thread();
      default: return;
    }
  }

  void pop(spool::RangeEndRecord const& end) {
    auto& stack = open_[static_cast<std::uint16_t>(end.domain)];
    if (stack.empty()) {
      ++stray_pops_;
      return;
    }
    write_range(EventType::push_pop, stack.back(), tid_, end.time, {});
    stack.pop_back();
  }

  void close_open_ranges(std::optional<std::uint64_t> end) {
    for (auto const& [domain, stack] : open_) {
      for (spool::RangeRecord const& range : stack) write_range(EventType::push_pop, range, tid_, end, {});
    }
    open_.clear();
  }

  /// Whatever was open when a window of recording ended, ended for us.
  void end_windows_before(std::uint64_t time) {
    auto const& ends = spool_.window_ends();
    for (; next_window_end_ < ends.size() && ends[next_window_end_] < time; ++next_window_end_) {
      close_open_ranges(ends[next_window_end_]);
    }
  }
  [[nodiscard]] std::optional<std::uint64_t> window_end_after(std::uint64_t time) const {
    auto const& ends = spool_.window_ends();
    auto const end = std::lower_bound(ends.begin(), ends.end(), time);
    return end == ends.end() ? replaced_ : std::optional(*end);
  }

  /// What a thread left open stays open, unless the program was replaced: then it ended with that.
  void leave_thread() {
    auto const& ends = spool_.window_ends();
    close_open_ranges(next_window_end_ < ends.size() ? std::optional(ends[next_window_end_]) : replaced_);
    next_window_end_ = 0;
  }

  /// One that was open when a window of recording ended, ended with it, though its end may be in a later one.
  void write_start_end_ranges() {
    for (auto const& [id, start] : starts_) {
      auto const end = ends_.find(id);
      auto const window_end = window_end_after(start.first.time);
      bool const is_cut = end != ends_.end() && window_end && *window_end < end->second.first;
      if (end == ends_.end() || is_cut) {
        write_range(EventType::start_end, start.first, start.second, window_end, {});
        if (is_cut) ends_.erase(end);
        continue;
      }
      std::optional<std::uint32_t> const other =
          end->second.second == start.second ? std::nullopt : std::optional(end->second.second);
      write_range(EventType::start_end, start.first, start.second, end->second.first, other);
      ends_.erase(end);
    }
    stray_pops_ += ends_.size();
  }

  void write_range(EventType type, spool::RangeRecord const& range, std::uint32_t tid,
                   std::optional<std::uint64_t> end, std::optional<std::uint32_t> end_tid) {
    if (type != EventType::mark) ++facts_.cost.ranges;
    domains_.insert(range.domain);
    NvtxRow row;
    row.start = time(range.time);
    if (end) row.end = std::max(time(*end), row.start);
    row.type = type;
    if (type == EventType::start_end) row.range = signed_of(range.range);
    row.thread = global_tid(tid);
    if (end_tid) row.end_thread = global_tid(*end_tid);
    row.text = names_.id(range.name);
    row.domain = range.domain;
    row.category = range.category;
    row.payload_type = range.payload_type;
    row.payload = range.payload;
    tables_.nvtx(row);
  }

  /// Per process: a forked child uses domains that its parent created.
  void write_domains() {
    for (std::uint16_t const number : domains_) {
      if (auto const name = names_.domain(number)) tables_.domain(global_pid(), number, *name);
    }
  }

  void write_launch(spool::LaunchRecord const& launch) {
    ++facts_.cost.launches;
    auto const [entry, is_new] = calls_.try_emplace(launch.call, 0);
    if (is_new) entry->second = tables_.string(names_.api(launch.call));
    tables_.launch(time(launch.time), global_tid(tid_), launch.correlation, entry->second);
  }

  void write_kernel(spool::KernelRecord const& kernel) {
    devices_[kernel.context] = kernel.device;
    auto const [entry, is_new] = kernel_names_.try_emplace(kernel.name);
    if (is_new) {
      KernelName const name = parse_kernel_name(names_.text(kernel.name));
      entry->second = {.demangled = tables_.string(name.demangled),
                       .short_name = tables_.string(name.short_name),
                       .mangled = names_.id(kernel.name)};
    }
    tables_.kernel(kernel, time(kernel.begin), time(kernel.end), global_pid(), entry->second);
  }

  void write_memory(spool::MemoryRecord const& memory) {
    devices_[memory.context] = memory.device;
    tables_.memory(memory, time(memory.begin), time(memory.end), global_pid());
  }

  void write_graph(spool::GraphRecord const& graph) {
    devices_[graph.context] = graph.device;
    tables_.graph(graph, time(graph.begin), time(graph.end), global_pid());
  }

  /// At the end, when it is known which device a context belongs to.
  void write_waits() {
    for (spool::WaitRecord const& wait : waits_) {
      auto const device = devices_.find(wait.context);
      tables_.wait(wait, time(wait.begin), time(wait.end), global_pid(),
                   device == devices_.end() ? -1 : std::int64_t{device->second});
    }
  }

  void write_graph_node(spool::GraphNodeRecord const& node) {
    tables_.graph_node(time(node.time), global_tid(tid_), signed_of(node.node), signed_of(node.original));
  }

  void write_device(spool::DeviceRecord const& device) {
    tables_.device(device, names_.text(device.name), signed_of(spool_.header().pid));
  }

  using Started = std::pair<spool::RangeRecord, std::uint32_t>;  // and thread
  using Ended = std::pair<std::uint64_t, std::uint32_t>;         // time and thread

  SpoolReader const& spool_;
  Names names_;
  TraceTables& tables_;
  std::uint64_t base_;
  CollectedFacts& facts_;
  std::optional<std::uint64_t> replaced_;
  std::uint32_t tid_ = 0;
  std::map<std::uint16_t, std::vector<spool::RangeRecord>> open_;  // by domain, of this thread
  std::unordered_map<std::uint64_t, Started> starts_;
  std::unordered_map<std::uint64_t, Ended> ends_;
  std::unordered_map<std::uint32_t, std::int64_t> calls_;
  std::unordered_map<std::uint32_t, KernelNameIds> kernel_names_;
  std::set<std::uint16_t> domains_;
  std::unordered_map<std::uint32_t, std::uint32_t> devices_;  // by context
  std::vector<spool::WaitRecord> waits_;
  std::size_t next_window_end_ = 0;  // of this thread
  std::uint64_t stray_pops_ = 0;
};

Spools open_spools(std::filesystem::path const& folder, CollectedFacts& facts) {
  Spools spools;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".spool") continue;
    std::string const name = entry.path().filename().string();
    std::error_code ignored;
    if (entry.file_size(ignored) == 0) {
      facts.warnings.push_back("process " + name.substr(0, name.find('-')) +
                               ": no CUDA and NVTX records: there was no room for its spool");
      continue;
    }
    try {
      spools[name] = std::make_unique<SpoolReader>(entry.path());
      if (spools[name]->broken_chunks() > 0) ++facts.damaged;
    } catch (Error const& error) {
      facts.warnings.push_back(std::string(error.what()) + "; CUDA and NVTX records in it are left out");
      ++facts.damaged;
    }
  }
  return spools;
}

/// What the figures of events are of.
void warn_of_limit(spool::Header const& header, std::vector<std::string>& warnings) {
  if (header.refilled == 0) return;
  auto const kept_ms = (spool::kept_until(header) - header.opened) / 1'000'000;
  warnings.push_back("process " + std::to_string(header.pid) +
                     ": the limit of --max-size was reached: events of its first " + std::to_string(kept_ms) +
                     " ms are kept, and all figures of events are of those");
}

std::string why_dropped(int error) {
  if (error == spool::beyond_file_limit) return "the limit on the size of files was reached (ulimit -f)";
  return error == EFBIG ? "the limit of --max-size was reached" : std::strerror(error);
}

void warn_of_losses(SpoolReader const& spool, std::vector<std::string>& warnings) {
  spool::Header const& header = spool.header();
  auto const warn = [&](std::uint64_t count, std::string const& what) {
    if (count == 0) return;
    warnings.push_back("process " + std::to_string(header.pid) + ": " + std::to_string(count) + " " + what);
  };
  warn_of_limit(header, warnings);
  warn(header.dropped, "CUDA or NVTX record(s) were dropped: " + why_dropped(header.no_room_error));
  if (spool.record_bytes() != 0)
    warn(header.lost_names, "name(s) of its parent could not be kept for it; where it uses one, it is lost");
  warn(header.cupti_dropped, "record(s) were dropped by CUPTI");
  warn(header.unknown_records, "record(s) of CUPTI are of kinds that were not asked for; left out");
  warn(header.cut_off,
       "GPU record(s) are left out: the work ran on when recording was switched off, and their times are not "
       "sure");
  warn(header.without_time,
       "GPU record(s) are left out: CUPTI had no times for them, as happens when a kernel fails");
  warn(header.cut_names, "NVTX name(s) were cut to " + std::to_string(spool::longest_name) + " bytes");
  warn(spool.broken_chunks(), "chunk(s) of the CUDA and NVTX records are broken from some place on");
}

void warn_of_cupti(spool::Header const& header, std::vector<std::string>& warnings) {
  std::string const who = "process " + std::to_string(header.pid) + ": ";
  if (header.cupti_message[0] != '\0') {
    warnings.push_back(who + "no CUDA kernels are recorded: " + header.cupti_message);
  }
  if (header.closed == 0 && header.cupti == spool::Attach::attached) {
    warnings.push_back(who +
                       "it did not exit in an orderly way; CUDA kernels of its last 0.1 s may be missing");
  }
}

/// A header may lie: what does not fit is cut.
void add_time(std::optional<std::int64_t>& sum, std::uint64_t ns) {
  auto const room = static_cast<std::uint64_t>(INT64_MAX - sum.value_or(0));
  sum = sum.value_or(0) + signed_of(std::min(ns, room));
}

void add_header_facts(SpoolReader const& spool, CollectedFacts& facts) {
  spool::Header const& header = spool.header();
  // A process that replaced its program has two spools.
  facts.processes.emplace(header.pid, header.process_start);
  if (header.refilled != 0) ++facts.beyond_limit;
  facts.cost.processes = facts.processes.size();
  facts.cost.gpu_records += header.device_records;
  facts.cost.dropped += header.dropped + header.cupti_dropped;
  facts.cost.spool_bytes += spool.record_bytes();
  if (header.cupti == spool::Attach::attached) add_time(facts.cost.flush_ns, header.flush_ns);
  if (header.callback_ns > 0) add_time(facts.cost.callback_ns, header.callback_ns);
  facts.windows += header.windows;
  facts.occurrences += header.occurrences;
  facts.outside_windows += header.outside_windows;
  warn_of_cupti(header, facts.warnings);
  warn_of_losses(spool, facts.warnings);
}

/// Else a kernel time of 0 would look like a figure.
void warn_without_cuda(Spools const& spools, std::vector<std::string>& warnings) {
  bool const initialised = std::any_of(spools.begin(), spools.end(), [](auto const& entry) {
    return entry.second->header().cupti != spool::Attach::none;
  });
  if (spools.empty() || initialised) return;
  warnings.emplace_back("no CUDA kernels are recorded: no process of the workload initialised CUDA");
}

}  // namespace

CollectedFacts write_trace_file(std::filesystem::path const& folder, std::filesystem::path const& to) {
  CollectedFacts facts;
  Spools const spools = open_spools(folder, facts);
  std::uint64_t base = UINT64_MAX;
  std::uint64_t base_utc = 0;
  for (auto const& [name, spool] : spools) {
    if (spool->header().opened >= base) continue;
    base = spool->header().opened;
    base_utc = spool->header().opened_utc;
  }
  TraceTables tables(to);
  // One less: tools take a start of 0 for unknown.
  for (auto const& [name, spool] : spools) {
    ProcessWriter(*spool, spools, tables, base - 1, facts).write();
    add_header_facts(*spool, facts);
  }
  warn_without_cuda(spools, facts.warnings);
  tables.finish(signed_of(base_utc - 1), facts.warnings);
  return facts;
}

}  // namespace llmprof::inline v0
