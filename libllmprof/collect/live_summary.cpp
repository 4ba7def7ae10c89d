// SPDX-License-Identifier: MIT
#include "libllmprof/collect/live_summary.hpp"

#include <algorithm>

#include "libllmprof/collect/live_sums.hpp"
#include "libllmprof/collect/spool_records.hpp"

namespace llmprof::inline v0 {
namespace {

using spool::Kind;

constexpr auto later = [](auto const& a, auto const& b) { return a.first > b.first; };

}  // namespace

LiveSummary::LiveSummary(SummaryLimits limits)
    : pending_(limits.pending),
      names_(limits.names, limits.name_bytes),
      paths_(names_, limits.paths),
      sums_(names_, limits.kernels),
      ranges_(paths_, sums_, names_, limits.open_ranges),
      devices_(names_, limits.intervals),
      kernels_(sums_, limits.launches) {}

void LiveSummary::add(std::uint32_t tid, spool::Record const& record) {
  if (record.size < least_size(record.kind)) return;
  switch (record.kind) {
    case Kind::name: {
      auto const& name = record_as<spool::NameRecord>(record);
      return names_.learn_name(name.id, text_of(name));
    }
    case Kind::domain: {
      auto const& domain = record_as<spool::DomainRecord>(record);
      return names_.learn_domain(domain.domain, domain.name);
    }
    case Kind::push:
    case Kind::start:
    case Kind::mark: enqueue(tid, record_as<spool::RangeRecord>(record)).ended = false; break;
    case Kind::pop:
    case Kind::end: enqueue(tid, record_as<spool::RangeEndRecord>(record)).ended = false; break;
    case Kind::launch: enqueue(tid, record_as<spool::LaunchRecord>(record)).ended = false; break;
    case Kind::kernel: add_kernel(record_as<spool::KernelRecord>(record)); break;
    case Kind::copy:
    case Kind::set: add_copy(record_as<spool::MemoryRecord>(record)); break;
    case Kind::graph: add_graph(record_as<spool::GraphRecord>(record)); break;
    case Kind::device: return devices_.learn(record_as<spool::DeviceRecord>(record));
    case Kind::thread_end: return end_thread(tid);
    case Kind::lost: enqueue(tid, record_as<spool::ThreadRecord>(record)).ended = false; break;
    case Kind::window: enqueue(tid, record_as<spool::WindowRecord>(record)).ended = false; break;
    case Kind::thread:
    case Kind::api:
    case Kind::graph_node:
    case Kind::wait: return;
  }
  if (queued_ >= pending_ || kernels_.waiting() >= pending_) make_room();
}

template <class T>
LiveSummary::Thread& LiveSummary::enqueue(std::uint32_t tid, T const& record) {
  Thread& thread = threads_.try_emplace(tid, paths_).first->second;
  thread.queue.push(record);
  ++queued_;
  return thread;
}

void LiveSummary::add_kernel(spool::KernelRecord const& kernel) {
  devices_.add_kernel(kernel.device, kernel.begin, kernel.end);
  kernels_.add_kernel(kernel.correlation, kernel.name, duration_of(kernel.begin, kernel.end));
}

void LiveSummary::add_copy(spool::MemoryRecord const& copy) {
  devices_.add_copy(copy.device, copy.begin, copy.end);
}

void LiveSummary::add_graph(spool::GraphRecord const& graph) {
  devices_.add_kernel(graph.device, graph.begin, graph.end);
  kernels_.add_kernel(graph.correlation, PhaseSums::graph_kernel, duration_of(graph.begin, graph.end));
}

void LiveSummary::make_room() {
  fold(UINT64_MAX);
  if (kernels_.waiting() >= pending_) kernels_.give_up();
}

void LiveSummary::end_thread(std::uint32_t tid) {
  if (!threads_.contains(tid)) return;
  spool::ThreadRecord end;
  end.size = sizeof(end);
  end.kind = Kind::thread_end;
  enqueue(tid, end).ended = true;
}

void LiveSummary::fold(std::uint64_t until) {
  fold_threads(until);
  kernels_.match();
  devices_.settle();
}

void LiveSummary::fold_threads(std::uint64_t until) {
  heads_.clear();
  for (auto& [tid, thread] : threads_) wait(thread, until);
  while (!heads_.empty()) {
    std::pop_heap(heads_.begin(), heads_.end(), later);
    Thread& thread = *heads_.back().second;
    heads_.pop_back();
    std::uint64_t const next = heads_.empty() ? UINT64_MAX : heads_.front().first;
    do {
      take(thread, thread.queue.front());
      thread.queue.pop();
      --queued_;
    } while (!thread.queue.empty() && time_of(thread.queue.front()) < std::min(next, until));
    wait(thread, until);
  }
  tidy_threads();
}

/// Until its next record is the earliest of all.
void LiveSummary::wait(Thread& thread, std::uint64_t until) {
  if (thread.queue.empty()) return;
  std::uint64_t const time = time_of(thread.queue.front());
  if (time >= until) return;
  heads_.emplace_back(time, &thread);
  std::push_heap(heads_.begin(), heads_.end(), later);
}

void LiveSummary::take(Thread& thread, spool::Record const& record) {
  switch (record.kind) {
    case Kind::push: return ranges_.push(thread.ranges, record_as<spool::RangeRecord>(record));
    case Kind::pop: return ranges_.pop(thread.ranges, record_as<spool::RangeEndRecord>(record));
    case Kind::start: return ranges_.start(record_as<spool::RangeRecord>(record));
    case Kind::end: return ranges_.end(record_as<spool::RangeEndRecord>(record));
    case Kind::mark: return ranges_.mark(thread.ranges, record_as<spool::RangeRecord>(record));
    case Kind::launch:
      return kernels_.add_launch(record_as<spool::LaunchRecord>(record).correlation,
                                 ranges_.path(thread.ranges));
    case Kind::window: {
      auto const& window = record_as<spool::WindowRecord>(record);
      return window.opened == 0 ? end_window(window.time) : void();
    }
    case Kind::thread_end: thread.ranges = LiveRanges::Thread(paths_); return;
    case Kind::lost: thread.ranges = LiveRanges::Thread(paths_); return ranges_.forget_started();
    default: return;
  }
}

/// Of every thread: its ends are not recorded any more.
void LiveSummary::end_window(std::uint64_t time) {
  for (auto& [tid, thread] : threads_) ranges_.end_open(thread.ranges, time);
  ranges_.end_started(time);
}

void LiveSummary::tidy_threads() {
  for (auto& [tid, thread] : threads_) thread.queue.compact();
  std::erase_if(threads_, [](auto const& entry) { return entry.second.ended && entry.second.queue.empty(); });
}

LiveFigures LiveSummary::figures() const {
  LiveFigures figures;
  figures.phases = sums_.phases(paths_);
  figures.devices = devices_.figures();
  figures.outside_calls = sums_.outside_calls();
  figures.outside_kernel_ns = sums_.outside_kernel_ns();
  figures.unattributed_calls = kernels_.unattributed_calls();
  figures.unattributed_kernel_ns = kernels_.unattributed_ns();
  figures.stray_ends = ranges_.stray_ends();
  figures.dropped = ranges_.left_out();
  return figures;
}

}  // namespace llmprof::inline v0
