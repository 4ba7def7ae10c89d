// SPDX-License-Identifier: MIT
// One event becomes a part of the trace.
#include "libllmprof/parse/kineto_reader.hpp"
#include "libllmprof/parse/kineto_values.hpp"
#include "libllmprof/parse/sane_time.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// Longer than any run that is profiled; clocks that ran over give 236 years.
constexpr Nanoseconds longest = Nanoseconds{366} * 24 * 3600 * 1'000'000'000;

struct Interval {
  Nanoseconds start = 0;
  Nanoseconds end = 0;
  std::string fault;  // empty if there is none
};

Interval interval_of(KinetoEvent const& event) {
  auto const start = nanoseconds_from_us(event.start);
  if (!start) return {.fault = "'ts' is not a time: '" + event.start + "'"};
  if (event.duration.empty()) return {.fault = "it has no 'dur'"};
  auto const duration = nanoseconds_from_us(event.duration);
  if (!duration || *duration > longest)
    return {.fault = "'dur' is not a duration: '" + event.duration + "' us"};
  if (*duration < 0) return {.fault = "it lasts " + event.duration + " us"};
  if (!is_sane(*start + *duration)) return {.fault = "it ends out of range"};
  return {.start = *start, .end = *start + *duration, .fault = {}};
}

}  // namespace

void KinetoReader::take_event() {
  if (event_.phase == 'M') return take_metadata();
  if (event_.phase == 'B') ++begin_events_;
  if (event_.phase != 'X' || event_.category == KinetoCategory::other) return;
  Interval const when = interval_of(event_);
  if (!when.fault.empty()) return odd_.add("'" + event_.name.substr(0, 60) + "': " + when.fault);
  ++counts_[static_cast<std::size_t>(event_.category)];
  switch (event_.category) {
    case KinetoCategory::kernel:
    case KinetoCategory::copy:
    case KinetoCategory::set: return take_operation(when.start, when.end);
    case KinetoCategory::api_call: return take_call(when.start);
    case KinetoCategory::annotation:
    case KinetoCategory::cpu_op: return take_range(when.start, when.end);
    case KinetoCategory::profiler_range:
    case KinetoCategory::other: return;
  }
}

/// The names of processes and threads. GPUs are called processes too, with their ordinals for pids.
void KinetoReader::take_metadata() {
  if (!event_.pid || event_.text.empty()) return;
  if (event_.name == "process_name") process_names_.emplace(*event_.pid, event_.text);
  if (event_.name == "process_labels" && event_.text == "CPU" && !labelled_pid_) labelled_pid_ = event_.pid;
  if (event_.name == "thread_name" && event_.tid) {
    thread_names_.emplace(std::pair(*event_.pid, *event_.tid), event_.text);
  }
}

void KinetoReader::take_operation(Nanoseconds start, Nanoseconds end) {
  Trace const& trace = builder_.trace();
  if (trace.launches.size() + trace.memory_operations.size() >= no_index / 2) {
    throw ParseError(source_, {}, "more than 2^31 kernels and copies");
  }
  event_.category == KinetoCategory::kernel ? add_kernel(start, end) : add_memory_operation(start, end);
}

void KinetoReader::add_kernel(Nanoseconds start, Nanoseconds end) {
  KernelLaunch kernel;
  kernel.start = start;
  kernel.end = end;
  kernel.name = builder_.intern(event_.name);
  kernel.shape = builder_.shape(event_.shape);
  kernel.stream = track_of_event();
  builder_.trace().launches.push_back(kernel);
  kernel_correlations_.push_back(event_.correlation);
}

void KinetoReader::add_memory_operation(Nanoseconds start, Nanoseconds end) {
  MemoryOperation operation;
  operation.start = start;
  operation.end = end;
  operation.bytes = event_.bytes;
  operation.stream = track_of_event();
  operation.kind =
      event_.category == KinetoCategory::copy ? MemoryOperationKind::copy : MemoryOperationKind::set;
  builder_.trace().memory_operations.push_back(operation);
  memory_correlations_.push_back(event_.correlation);
}

void KinetoReader::take_call(Nanoseconds start) {
  std::uint32_t const thread = thread_of_event();
  launches_.add_call(event_.correlation,
                     {.time = start, .thread = thread, .process = builder_.trace().threads[thread].process});
}

void KinetoReader::take_range(Nanoseconds start, Nanoseconds end) {
  Trace& trace = builder_.trace();
  if (trace.ranges.size() >= no_index / 2) throw ParseError(source_, {}, "more than 2^31 ranges");
  Range range;
  range.start = start;
  range.end = end;
  range.name = builder_.intern(event_.name);
  if (event_.category == KinetoCategory::cpu_op) range.domain = builder_.intern("cpu_op");
  range.thread = thread_of_event();
  trace.ranges.push_back(range);
}

std::uint32_t KinetoReader::thread_of_event() {
  std::pair const key{event_.pid.value_or(0), event_.tid.value_or(0)};
  if (last_thread_.second == no_index || last_thread_.first != key) {
    last_thread_ = {key, builder_.thread(builder_.process({}, key.first), key.second)};
  }
  return last_thread_.second;
}

/// The arguments say it in so many words; the process and thread of a GPU's event are its numbers too.
std::uint32_t KinetoReader::track_of_event() {
  Track const track{.device = event_.device ? *event_.device : event_.pid.value_or(0),
                    .context = event_.context,
                    .stream = event_.stream ? *event_.stream : event_.tid.value_or(0)};
  if (last_track_.second == no_index || last_track_.first != track) {
    auto const [entry, is_new] =
        track_numbers_.try_emplace(track, static_cast<std::uint32_t>(tracks_.size()));
    if (is_new) tracks_.push_back(track);
    last_track_ = *entry;
  }
  return last_track_.second;
}

}  // namespace llmprof::inline v0
