// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "llmprof/parse/trace_builder.hpp"

namespace llmprof::tests {

struct OnThread {
  std::int64_t tid = 1;
  std::int64_t pid = 1;
};

struct OnGpu {
  std::int64_t device = 0;
  std::int64_t stream = 7;
};

/// Writes traces by hand: times are small numbers, and threads, streams and names appear when they are used.
class TraceMaker {
 public:
  TraceMaker& range(std::string_view label, Nanoseconds start, Nanoseconds end, OnThread on = {}) {
    return add_range(label, start, end, RangeKind::push_pop, {}, on);
  }
  TraceMaker& range_with_payload(std::string_view label, Nanoseconds start, Nanoseconds end,
                                 std::int64_t payload, OnThread on = {}) {
    return add_range(label, start, end, RangeKind::push_pop, payload, on);
  }
  TraceMaker& start_end(std::string_view label, Nanoseconds start, Nanoseconds end, OnThread on = {}) {
    return add_range(label, start, end, RangeKind::start_end, {}, on);
  }

  TraceMaker& tokens(Nanoseconds time, std::int64_t count, OnThread on = {}) {
    Mark mark;
    mark.time = time;
    mark.payload = count;
    mark.has_payload = true;
    mark.name = builder_.intern("tokens");
    mark.domain = builder_.intern("LLM");
    mark.thread = thread(on);
    builder_.trace().marks.push_back(mark);
    return *this;
  }

  TraceMaker& kernel(std::string_view name, Nanoseconds launch, Nanoseconds start, Nanoseconds end,
                     OnThread on = {}, OnGpu gpu = {}) {
    KernelLaunch event;
    event.launch = launch;
    event.start = start;
    event.end = end;
    event.name = builder_.intern(name);
    event.thread = thread(on);
    event.stream = stream(on.pid, gpu);
    builder_.trace().launches.push_back(event);
    return *this;
  }
  /// A kernel of a graph whose node was captured on thread `on`: `created` in the capture that began at
  /// `begin`.
  TraceMaker& graph_kernel(std::string_view name, Nanoseconds launch, Nanoseconds start, Nanoseconds end,
                           Nanoseconds created, Nanoseconds begin, OnThread on = {}) {
    kernel(name, launch, start, end);
    auto& nodes = builder_.trace().graph_nodes;
    builder_.trace().launches.back().graph_node = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({.id = static_cast<std::int64_t>(nodes.size()),
                     .thread = thread(on),
                     .created = created,
                     .capture_begin = begin});
    return *this;
  }
  TraceMaker& kernel_without_launch(std::string_view name, Nanoseconds start, Nanoseconds end) {
    kernel(name, 0, start, end);
    builder_.trace().launches.back().thread = no_index;
    return *this;
  }
  TraceMaker& copy(Nanoseconds launch, Nanoseconds start, Nanoseconds end, OnThread on = {}, OnGpu gpu = {}) {
    MemoryOperation event;
    event.launch = launch;
    event.start = start;
    event.end = end;
    event.thread = thread(on);
    event.stream = stream(on.pid, gpu);
    builder_.trace().memory_operations.push_back(event);
    return *this;
  }
  TraceMaker& whole_graph(Nanoseconds launch, Nanoseconds start, Nanoseconds end) {
    builder_.trace().graph_launches.push_back(
        {.start = start, .end = end, .launch = launch, .stream = stream(1, {}), .thread = thread({})});
    return *this;
  }

  [[nodiscard]] Trace& trace() { return builder_.trace(); }
  /// Waits are recorded from the first on.
  TraceMaker& wait(Nanoseconds start, Nanoseconds end, OnThread on = {}) {
    auto& trace = builder_.trace();
    std::uint32_t const process = trace.threads[thread(on)].process;
    if (!trace.host_waits) trace.host_waits.emplace();
    trace.host_waits->push_back({start, end, process});
    return *this;
  }

  [[nodiscard]] Trace make() { return builder_.finish(); }

 private:
  TraceMaker& add_range(std::string_view text, Nanoseconds start, Nanoseconds end, RangeKind kind,
                        std::optional<std::int64_t> payload, OnThread on) {
    auto const at = text.find('@');
    Range range;
    range.start = start;
    range.end = end;
    range.domain = builder_.intern(at == std::string_view::npos ? "" : text.substr(0, at));
    range.name = builder_.intern(at == std::string_view::npos ? text : text.substr(at + 1));
    range.thread = thread(on);
    range.kind = kind;
    range.has_payload = payload.has_value();
    range.payload = payload.value_or(0);
    builder_.trace().ranges.push_back(range);
    return *this;
  }

  std::uint32_t thread(OnThread on) { return builder_.thread(builder_.process("", on.pid), on.tid); }
  std::uint32_t stream(std::int64_t pid, OnGpu gpu) {
    return builder_.stream({.process = builder_.process("", pid),
                            .device = builder_.device("", gpu.device),
                            .context = 1,
                            .stream = gpu.stream});
  }

  TraceBuilder builder_{"hand-made"};
};

}  // namespace llmprof::tests
