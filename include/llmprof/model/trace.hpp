// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/string_table.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Nanoseconds on the clock of the capture; differences are meaningful, the zero is not.
using Nanoseconds = std::int64_t;

/// Index that refers to nothing.
inline constexpr std::uint32_t no_index = std::numeric_limits<std::uint32_t>::max();

/// A process of the workload. Its identity is (host, pid, start time).
struct Process {
  std::string host;  ///< Empty if the capture does not say.
  std::int64_t pid = 0;
  std::optional<Nanoseconds> start;  ///< When it started; absent if unknown.
  std::string name;                  ///< Executable; empty if unknown.
  std::optional<std::int64_t> rank;  ///< Its number in the job; absent if unknown.
};

struct Thread {
  std::uint32_t process = 0;  ///< Index into Trace::processes.
  std::int64_t tid = 0;
  std::string name;  ///< Empty if unknown.
};

/// A GPU. Its identity is (host, UUID); without a UUID, (host, ordinal).
struct Device {
  std::string host;
  std::string uuid;                           ///< Empty if unknown.
  std::int64_t ordinal = 0;                   ///< CUDA device number as the capture has it.
  std::string name;                           ///< Product name: a label, not a key. Empty if unknown.
  std::optional<std::int64_t> compute_major;  ///< Compute capability.
  std::optional<std::int64_t> compute_minor;
  std::optional<std::int64_t> sm_count;
  std::optional<std::int64_t> clock_hz;          ///< Maximum SM clock.
  std::optional<std::int64_t> memory_bandwidth;  ///< Bytes per second, theoretical.
  std::optional<std::int64_t> memory_bytes;      ///< Size of the device memory.
};

/// A CUDA stream: what runs on it is ordered.
struct Stream {
  std::uint32_t process = 0;  ///< Index into Trace::processes.
  std::uint32_t device = 0;   ///< Index into Trace::devices.
  std::int64_t context = 0;
  std::int64_t stream = 0;

  friend bool operator==(Stream const&, Stream const&) = default;
};

/// Grid and block of a launch. All zero if the capture does not have it.
struct LaunchShape {
  std::array<std::int32_t, 3> grid{};
  std::array<std::int32_t, 3> block{};

  friend bool operator==(LaunchShape const&, LaunchShape const&) = default;
};

/// One execution of a kernel on the device.
struct KernelLaunch {
  Nanoseconds start = 0;  ///< On the device.
  Nanoseconds end = 0;
  Nanoseconds launch = 0;    ///< Begin of the API call that launched it; meaningful if `thread` is set.
  StringId name{};           ///< Demangled.
  std::uint32_t shape = 0;   ///< Index into Trace::shapes.
  std::uint32_t stream = 0;  ///< Index into Trace::streams.
  std::uint32_t thread =
      no_index;  ///< Launching thread, index into Trace::threads; no_index: no launch record.
  std::uint32_t graph_node = no_index;  ///< Index into Trace::graph_nodes, no_index outside of graphs.
};
static_assert(sizeof(KernelLaunch) <= 48);

enum class MemoryOperationKind : std::uint8_t { copy, set };

/// One copy or set of device memory. It counts for busy time and span, not for kernel time.
struct MemoryOperation {
  Nanoseconds start = 0;
  Nanoseconds end = 0;
  Nanoseconds launch = 0;  ///< As KernelLaunch::launch.
  std::int64_t bytes = 0;
  std::uint32_t stream = 0;
  std::uint32_t thread = no_index;      ///< As KernelLaunch::thread.
  std::uint32_t graph_node = no_index;  ///< As KernelLaunch::graph_node.
  MemoryOperationKind kind = MemoryOperationKind::copy;
};

/// One launch of a whole CUDA graph that was traced without its kernels.
struct GraphLaunch {
  Nanoseconds start = 0;
  Nanoseconds end = 0;
  Nanoseconds launch = 0;
  std::uint32_t stream = 0;
  std::uint32_t thread = no_index;
};

/// The host waited for the device: for a stream, a context or an event.
struct HostWait {
  Nanoseconds start = 0;
  Nanoseconds end = 0;
  std::uint32_t process = 0;  ///< Index into Trace::processes; which thread is not recorded.
};

enum class RangeKind : std::uint8_t { push_pop, start_end };

/// One NVTX range.
struct Range {
  Nanoseconds start = 0;
  Nanoseconds end = 0;       ///< End of the capture where the range was still open.
  std::int64_t payload = 0;  ///< Meaningful if has_payload.
  StringId name{};
  StringId domain{};         ///< Empty for the default domain.
  std::uint32_t thread = 0;  ///< Thread that opened it, index into Trace::threads.
  RangeKind kind = RangeKind::push_pop;
  bool has_payload = false;  ///< Payloads that are not integers are dropped, with a diagnostic.
  bool open = false;         ///< No end was recorded.
};
static_assert(sizeof(Range) <= 64);

/// One NVTX mark.
struct Mark {
  Nanoseconds time = 0;
  std::int64_t payload = 0;
  StringId name{};
  StringId domain{};
  std::uint32_t thread = 0;
  bool has_payload = false;
};

/// A node of an instantiated CUDA graph, and where its original was created while a stream was captured.
struct GraphNode {
  std::int64_t id = 0;  ///< As the tool numbers it, unique within its process.
  std::uint32_t thread =
      no_index;                   ///< Thread that captured the original; no_index: capture not in the trace.
  Nanoseconds created = 0;        ///< When the original was created; meaningful if `thread` is set.
  Nanoseconds capture_begin = 0;  ///< When that capture began; meaningful if `thread` is set.
};

/// The events of one capture, in no particular order, and who made them.
///
/// Built by a TraceBuilder. Large vectors hold small records; every name is an id into `strings`.
struct Trace {
  std::string source;                       ///< File that it was read from.
  std::string format;                       ///< What kind of file that is, for people; empty if none.
  std::string tool;                         ///< For example `Nsight Systems 2023.4.4.54`; empty if unknown.
  std::optional<Nanoseconds> start_utc_ns;  ///< Epoch time of clock value 0; absent if unknown.

  StringTable strings;
  std::vector<Process> processes;
  std::vector<Thread> threads;
  std::vector<Device> devices;
  std::vector<Stream> streams;
  std::vector<LaunchShape> shapes;

  std::vector<KernelLaunch> launches;
  std::vector<MemoryOperation> memory_operations;
  std::vector<GraphLaunch> graph_launches;
  std::vector<GraphNode> graph_nodes;
  std::vector<Range> ranges;
  std::vector<Mark> marks;
  std::uint64_t lost_launches = 0;                  ///< Kernel launches whose kernels the tool lost.
  std::optional<std::vector<HostWait>> host_waits;  ///< Absent if the capture has no record of them.

  Diagnostics diagnostics;
};

}  // namespace v0
}  // namespace llmprof
