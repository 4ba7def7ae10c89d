// SPDX-License-Identifier: MIT
#include "llmprof/parse/trace_builder.hpp"

#include <utility>

namespace llmprof::inline v0 {
namespace {

/// The index that `key` has in `known`; where it is new, the one that `add` makes room for.
template <class Map, class Add>
std::uint32_t index_of(Map& known, typename Map::key_type key, Add&& add) {
  auto const [entry, is_new] = known.try_emplace(std::move(key), std::uint32_t{0});
  if (is_new) entry->second = add();
  return entry->second;
}

template <class Vector, class Value>
std::uint32_t append(Vector& vector, Value&& value) {
  vector.push_back(std::forward<Value>(value));
  return static_cast<std::uint32_t>(vector.size() - 1);
}

}  // namespace

TraceBuilder::TraceBuilder(std::string source) {
  trace_.source = std::move(source);
  trace_.shapes.emplace_back();  // index 0: no shape in the capture
}

std::uint32_t TraceBuilder::process(std::string_view host, std::int64_t pid) {
  return index_of(processes_, {std::string(host), pid}, [&] {
    Process process;
    process.host = host;
    process.pid = pid;
    return append(trace_.processes, std::move(process));
  });
}

std::uint32_t TraceBuilder::thread(std::uint32_t process, std::int64_t tid) {
  return index_of(threads_, {process, tid},
                  [&] { return append(trace_.threads, Thread{.process = process, .tid = tid, .name = {}}); });
}

std::uint32_t TraceBuilder::device(std::string_view host, std::int64_t ordinal) {
  return index_of(devices_, {std::string(host), ordinal}, [&] {
    Device device;
    device.host = host;
    device.ordinal = ordinal;
    return append(trace_.devices, std::move(device));
  });
}

std::uint32_t TraceBuilder::stream(Stream const& stream) {
  return index_of(streams_, {stream.process, stream.device, stream.context, stream.stream},
                  [&] { return append(trace_.streams, stream); });
}

std::uint32_t TraceBuilder::shape(LaunchShape const& shape) {
  if (shape == LaunchShape{}) return 0;
  return index_of(shapes_, {shape.grid, shape.block}, [&] { return append(trace_.shapes, shape); });
}

void TraceBuilder::note(std::string text) {
  trace_.diagnostics.push_back({Severity::note, std::move(text), trace_.source, {}});
}

void TraceBuilder::warn(std::string text) {
  trace_.diagnostics.push_back({Severity::warning, std::move(text), trace_.source, {}});
}

Trace TraceBuilder::finish() { return std::move(trace_); }

}  // namespace llmprof::inline v0
