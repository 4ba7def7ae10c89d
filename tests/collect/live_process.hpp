// SPDX-License-Identifier: MIT
// A process whose records a LiveSummary is fed with, for its tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/collect/live_summary.hpp"

namespace llmprof {

inline constexpr std::uint64_t all = UINT64_MAX;

/// Writes records as threads of a process do, and adds them at once.
class LiveProcess {
 public:
  explicit LiveProcess(SummaryLimits limits = {}) : summary(limits) {}

  std::uint32_t name(std::string_view text) {
    auto const [entry, is_new] = names_.try_emplace(std::string(text), names_.size() + 1);
    if (is_new) write_name(entry->second, text);
    return entry->second;
  }

  std::uint16_t domain(std::string_view text) {
    if (text.empty()) return 0;
    auto const [entry, is_new] = domains_.try_emplace(std::string(text), domains_.size() + 1);
    if (is_new) {
      spool::DomainRecord record;
      record.domain = entry->second;
      record.name = name(text);
      add(0, spool::Kind::domain, record);
    }
    return entry->second;
  }

  /// `label`: domain@name, or name.
  void push(std::uint32_t tid, std::uint64_t time, std::string_view label) {
    add(tid, spool::Kind::push, range(time, label));
  }
  void push(std::uint32_t tid, std::uint64_t time, std::string_view label, std::uint16_t payload_type,
            std::int64_t payload) {
    add(tid, spool::Kind::push, range(time, label, payload_type, payload));
  }
  void pop(std::uint32_t tid, std::uint64_t time, std::string_view in_domain = "") {
    spool::RangeEndRecord record;
    record.domain = domain(in_domain);
    record.time = time;
    add(tid, spool::Kind::pop, record);
  }
  void start(std::uint32_t tid, std::uint64_t time, std::string_view label, std::uint64_t id) {
    spool::RangeRecord record = range(time, label);
    record.range = id;
    add(tid, spool::Kind::start, record);
  }
  void end(std::uint32_t tid, std::uint64_t time, std::uint64_t id) {
    spool::RangeEndRecord record;
    record.time = time;
    record.range = id;
    add(tid, spool::Kind::end, record);
  }
  void mark(std::uint32_t tid, std::uint64_t time, std::string_view label, std::uint16_t payload_type,
            std::int64_t payload) {
    add(tid, spool::Kind::mark, range(time, label, payload_type, payload));
  }
  void window(std::uint32_t tid, std::uint64_t time, bool opened) {
    spool::WindowRecord record;
    record.opened = opened ? 1 : 0;
    record.time = time;
    add(tid, spool::Kind::window, record);
  }
  void launch(std::uint32_t tid, std::uint64_t time, std::uint32_t correlation) {
    spool::LaunchRecord record;
    record.time = time;
    record.correlation = correlation;
    add(tid, spool::Kind::launch, record);
  }
  void kernel(std::uint32_t correlation, std::uint64_t begin, std::uint64_t end, std::string_view text = "k",
              std::uint32_t device = 0) {
    spool::KernelRecord record;
    record.name = name(text);
    work(spool::Kind::kernel, record, correlation, begin, end, device);
  }
  void copy(std::uint32_t correlation, std::uint64_t begin, std::uint64_t end) {
    work(spool::Kind::copy, spool::MemoryRecord{}, correlation, begin, end, 0);
  }
  void graph(std::uint32_t correlation, std::uint64_t begin, std::uint64_t end) {
    work(spool::Kind::graph, spool::GraphRecord{}, correlation, begin, end, 0);
  }
  void device(std::uint32_t number, std::string_view text) {
    spool::DeviceRecord record;
    record.device = number;
    record.name = name(text);
    add(0, spool::Kind::device, record);
  }

  /// After everything was folded.
  LiveFigures figures() {
    summary.fold(all);
    return summary.figures();
  }

  LiveSummary summary;

 private:
  template <class T>
  void add(std::uint32_t tid, spool::Kind kind, T record) {
    record.kind = kind;
    record.size = sizeof(T);
    summary.add(tid, record);
  }

  template <class T>
  void work(spool::Kind kind, T record, std::uint32_t correlation, std::uint64_t begin, std::uint64_t end,
            std::uint32_t device) {
    record.correlation = correlation;
    record.begin = begin;
    record.end = end;
    record.device = device;
    add(900, kind, record);
  }

  spool::RangeRecord range(std::uint64_t time, std::string_view label, std::uint16_t payload_type = 0,
                           std::int64_t payload = 0) {
    auto const at = label.find('@');
    spool::RangeRecord record;
    record.time = time;
    record.name = name(at == std::string_view::npos ? label : label.substr(at + 1));
    record.domain = at == std::string_view::npos ? std::uint16_t{0} : domain(label.substr(0, at));
    record.payload_type = payload_type;
    record.payload = static_cast<std::uint64_t>(payload);
    return record;
  }

  void write_name(std::uint32_t id, std::string_view text) {
    spool::NameRecord record;
    std::vector<std::uint64_t> words((sizeof(record) + text.size() + 7) / 8);
    record.kind = spool::Kind::name;
    record.size = static_cast<std::uint16_t>(words.size() * 8);
    record.id = id;
    record.length = static_cast<std::uint32_t>(text.size());
    std::memcpy(words.data(), &record, sizeof(record));
    std::memcpy(reinterpret_cast<char*>(words.data()) + sizeof(record), text.data(), text.size());
    summary.add(0, *reinterpret_cast<spool::Record const*>(words.data()));
  }

  std::map<std::string, std::uint32_t> names_;
  std::map<std::string, std::uint16_t> domains_;
};

inline std::vector<std::string> paths_of(LiveFigures const& figures) {
  std::vector<std::string> paths;
  for (LivePhase const& phase : figures.phases) paths.push_back(to_string(phase.path));
  return paths;
}

/// An empty one if there is none.
inline LivePhase phase(LiveFigures const& figures, std::string_view path) {
  for (LivePhase const& phase : figures.phases) {
    if (to_string(phase.path) == path) return phase;
  }
  return {};
}

using Strings = std::vector<std::string>;

}  // namespace llmprof
