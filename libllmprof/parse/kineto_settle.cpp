// SPDX-License-Identifier: MIT
// What can be said only when all events are known: which process and call an operation belongs to, and what
// the trace lacks.
#include <algorithm>

#include "libllmprof/parse/kineto_reader.hpp"

namespace llmprof::inline v0 {

void KinetoReader::settle_launches() {
  Trace& trace = builder_.trace();
  launches_.prepare();
  auto const for_each_operation = [&](auto const& use) {
    for (std::size_t i = 0; i < trace.launches.size(); ++i) use(trace.launches[i], kernel_correlations_[i]);
    for (std::size_t i = 0; i < trace.memory_operations.size(); ++i) {
      use(trace.memory_operations[i], memory_correlations_[i]);
    }
  };
  for_each_operation(
      [&](auto const& event, std::int64_t correlation) { launches_.see(correlation, event.stream); });
  for_each_operation([&](auto& event, std::int64_t correlation) {
    KinetoLaunches::Launch const launch = launches_.of(correlation, event.stream);
    Track const& track = tracks_[event.stream];
    event.launch = launch.time;
    event.thread = launch.thread;
    event.stream = builder_.stream({.process = process_of(launch),
                                    .device = builder_.device({}, track.device),
                                    .context = track.context,
                                    .stream = track.stream});
  });
}

/// Where nothing ties an operation to a process, it belongs to the first one.
std::uint32_t KinetoReader::process_of(KinetoLaunches::Launch const& launch) {
  if (launch.process != no_index) return launch.process;
  if (!builder_.trace().processes.empty()) return 0;
  return builder_.process({}, labelled_pid_.value_or(0));
}

void KinetoReader::report_what_is_missing() {
  Trace const& trace = builder_.trace();
  if (odd_.count > 0) {
    builder_.warn(std::to_string(odd_.count) + " event(s) left out; the first: " + odd_.first);
  }
  if (launches_.ambiguous() > 0) {
    builder_.warn(std::to_string(launches_.ambiguous()) +
                  " kernels and copies may have been launched by any of several processes: correlation ids "
                  "repeat in traces that were put together; give the trace of one process");
  }
  if (begin_events_ > 0) {
    builder_.note(std::to_string(begin_events_) + " begin events (phase B) are not read; Kineto writes none");
  }
  if (trace.launches.empty()) return explain_no_kernels();
  bool const has_launch = std::any_of(trace.launches.begin(), trace.launches.end(),
                                      [](KernelLaunch const& launch) { return launch.thread != no_index; });
  if (!has_launch) {
    builder_.warn("the trace has no CUDA API call for any of its kernels: they cannot be tied to ranges");
  }
}

void KinetoReader::explain_no_kernels() {
  auto const count = [&](KinetoCategory category) { return counts_[static_cast<std::size_t>(category)]; };
  builder_.note("the trace has no events of category 'kernel', but " +
                std::to_string(count(KinetoCategory::cpu_op)) + " operators, " +
                std::to_string(count(KinetoCategory::annotation)) + " annotations and " +
                std::to_string(count(KinetoCategory::api_call)) + " CUDA API calls");
  if (is_broken_) return;  // whoever profiled it did nothing wrong
  if (count(KinetoCategory::profiler_range) > 0) {
    builder_.note("the profiler measured counters of ranges (cuda_profiler_range) in place of kernels");
  } else if (count(KinetoCategory::api_call) > 0) {
    builder_.note(
        "CUDA was called, but what the GPU did was not recorded: profile more steps, or look for "
        "CUPTI errors in the log of the program");
  } else {
    builder_.note(
        "profile with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], and a step that uses "
        "the GPU");
  }
}

}  // namespace llmprof::inline v0
