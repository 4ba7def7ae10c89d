// SPDX-License-Identifier: MIT
// The spool: what the injected library leaves behind for `llmprof run`, one file a process.
//
// A file is a header page and chunks; it is empty if there was no room for the header. A chunk is filled by
// one thread at a time and only ever grows: what lies below `committed` is whole, whatever becomes of the
// process. The pages belong to the system's page cache, so that they outlive a process that is killed. All
// numbers are little-endian; times are ns on CLOCK_MONOTONIC_RAW.
//
// A file of limited size ends in a ring: chunks that may be filled again when a follower has read them, for
// its sums. What is in the ring then is no longer all that there was; what lies before it is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace llmprof::spool {

inline constexpr std::uint64_t file_magic = 0x344c4f4f5053504cULL;   // "LPSPOOL4"
inline constexpr std::uint64_t chunk_magic = 0x324b4e5548435350ULL;  // "PSCHUNK2"
inline constexpr std::size_t header_bytes = 4096;
inline constexpr std::size_t chunk_bytes = std::size_t{256} << 10U;
inline constexpr std::size_t fewest_ring_chunks = 8;  ///< Each thread that records has one.
inline constexpr std::size_t most_ring_chunks = 256;
inline constexpr std::size_t least_spare_room = 4096;  ///< Of a chunk that is worth giving to another thread.
inline constexpr std::size_t longest_name = 8192;      ///< Bytes; longer names are cut, and counted.
/// In place of a name's number, where there was no room to say which: no record tells of it.
inline constexpr std::uint32_t lost_name = UINT32_MAX - 2;
/// Header::no_room_error where the process may have no file that large (RLIMIT_FSIZE).
inline constexpr std::int32_t beyond_file_limit = -1;

/// How far a source of records came.
enum class Attach : std::uint32_t { none = 0, attached = 1, failed = 2 };

/// Whose turn it is with a chunk of the ring.
enum class Turn : std::uint8_t {
  writer = 0,    ///< It is being filled, or was not made yet.
  follower = 1,  ///< It is full.
  free = 2,      ///< It was read to its end.
};

/// Numbers that several threads change are written by atomic operations.
struct Header {
  std::uint64_t magic = file_magic;
  std::uint64_t next_chunk = 0;  ///< Offset in the file.
  std::uint64_t pid = 0;
  std::uint64_t process_start = 0;  ///< Clock ticks since boot: /proc/PID/stat, field 22.
  std::uint64_t opened = 0;         ///< Time.
  std::uint64_t opened_utc = 0;     ///< The same moment, ns since the epoch.
  std::uint64_t closed = 0;         ///< Time of an orderly exit; 0: the process was killed, or left by _exit.
  std::uint64_t dropped = 0;        ///< Records for which there was no room.
  std::uint64_t cut_names = 0;      ///< Names longer than longest_name.
  std::uint64_t lost_names = 0;     ///< Of the parent's names, those that there was no room to keep for it.
  std::uint64_t cupti_dropped = 0;  ///< Records that CUPTI dropped.
  std::uint64_t device_records = 0;   ///< Records that CUPTI delivered.
  std::uint64_t flush_ns = 0;         ///< Time in flushing CUPTI's buffers and taking them apart.
  std::uint64_t unknown_records = 0;  ///< CUPTI records of kinds that were not asked for.
  std::uint64_t callback_ns = 0;  ///< Time of the program's threads inside ours: estimated from some of them.
  std::uint64_t windows = 0;      ///< Windows of recording that were opened; 0 where all is recorded.
  std::uint64_t occurrences = 0;  ///< Ranges that could have opened one.
  std::uint64_t outside_windows = 0;  ///< GPU records of work that was submitted outside them; left out.
  std::uint64_t cut_off = 0;  ///< GPU records of work that ran on when recording was switched off; left out.
  std::uint64_t without_time = 0;  ///< GPU records without times; left out.
  std::uint64_t ring_begin = 0;    ///< Offset in the file; 0: there is no ring.
  std::uint64_t ring_end = 0;      ///< No chunk is made from here on.
  std::uint64_t ring_entered = 0;  ///< Time at which its first chunk was taken; 0: not yet.
  std::uint64_t freed = 0;         ///< How often the follower made a chunk free,
  std::uint64_t refilled = 0;      ///< and how often one was taken again.
  std::uint64_t forks = 0;         ///< Begun.
  std::uint64_t forked = 0;        ///< Of these, children that have a spool of their own, or could have none.
  std::uint32_t limited = 0;       ///< 1: only windows are recorded.
  Attach nvtx = Attach::none;
  Attach cupti = Attach::none;
  std::uint32_t cupti_version = 0;   ///< As cuptiGetVersion gives it; 0: unknown.
  std::int32_t no_room_error = 0;    ///< errno of the first chunk that could not be had; EFBIG: --max-size.
  Turn ring[most_ring_chunks] = {};  ///< By number of the chunk, from ring_begin on.
  char parent[64] = {};  ///< File name of the spool of the process that forked this one; or empty.
  char executable[256] = {};
  char cupti_message[512] = {};  ///< Why there are no device records; or empty.
};
static_assert(sizeof(Header) <= header_bytes);

/// From when on events are missing, for there was a ring and it was filled again; UINT64_MAX: never. Records
/// of the device come late: what began shortly before the ring was entered may be in it.
inline std::uint64_t kept_until(Header const& header) noexcept {
  constexpr std::uint64_t delivered_after_ns = 200'000'000;  // twice the time between two flushes
  if (header.refilled == 0) return UINT64_MAX;
  if (header.cupti != Attach::attached) return header.ring_entered;
  std::uint64_t const entered_after = header.ring_entered - header.opened;
  return header.ring_entered -
         (entered_after < 2 * delivered_after_ns ? entered_after / 2 : delivered_after_ns);
}

struct Chunk {
  std::uint64_t magic = chunk_magic;
  std::uint64_t committed = 0;  ///< Bytes of whole records behind this header.
  std::uint64_t in_ring = 0;    ///< Its number in the ring, from 1; 0: it is kept.
  std::uint64_t left = 0;       ///< 1: no thread has it.
};

/// Bytes that have no record yet. @pre its thread asks, or nobody writes to it
inline std::size_t room_in(Chunk const& chunk) noexcept {
  return chunk_bytes - sizeof(Chunk) - static_cast<std::size_t>(chunk.committed);
}

enum class Kind : std::uint16_t {
  thread = 1,  ///< What follows in the chunk is of this thread.
  name,
  domain,
  api,
  push,
  pop,
  start,
  end,
  mark,
  launch,
  kernel,
  copy,
  set,
  graph_node,
  device,
  graph,       ///< One replay of a whole graph.
  thread_end,  ///< This thread writes no more.
  window,      ///< Recording began or ended.
  wait,        ///< The host waited for the device.
  lost,        ///< Records of this thread are missing here.
};

/// Every record begins with this; its size is a multiple of 8.
struct Record {
  std::uint16_t size = 0;
  Kind kind{};
};

struct ThreadRecord : Record {
  std::uint32_t tid = 0;
};

/// Recording was limited to windows: what began before this moment and was open then, ended for us.
struct WindowRecord : Record {
  std::uint32_t opened = 0;  ///< 1: recording began; 0: it ended.
  std::uint64_t time = 0;
};

/// Followed by `length` bytes of UTF-8. Wide strings were converted.
struct NameRecord : Record {
  std::uint32_t id = 0;
  std::uint32_t length = 0;
  std::uint32_t padding = 0;
};

/// Domains have numbers from 1 in each process; 0 is the default domain.
struct DomainRecord : Record {
  std::uint32_t domain = 0;
  std::uint32_t name = 0;
  std::uint32_t padding = 0;
};

/// The name of a driver call.
struct ApiRecord : Record {
  std::uint32_t call = 0;
  std::uint32_t name = 0;
  std::uint32_t padding = 0;
};

/// push, start and mark. `payload_type` is NVTX's, 0: none.
struct RangeRecord : Record {
  std::uint32_t name = 0;
  std::uint64_t time = 0;
  std::uint64_t payload = 0;
  std::uint64_t range = 0;  ///< start: its id.
  std::uint16_t domain = 0;
  std::uint16_t payload_type = 0;
  std::uint32_t category = 0;
};

/// pop and end.
struct RangeEndRecord : Record {
  std::uint32_t domain = 0;  ///< pop
  std::uint64_t time = 0;
  std::uint64_t range = 0;  ///< end: the id that start gave.
};

/// A driver call that submits work, or begins or ends a stream capture; taken when it begins.
struct LaunchRecord : Record {
  std::uint32_t correlation = 0;
  std::uint64_t time = 0;
  std::uint32_t call = 0;
  std::uint32_t padding = 0;
};

struct KernelRecord : Record {
  std::uint32_t correlation = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t graph_node = 0;  ///< 0: none.
  std::int64_t grid_id = 0;
  std::uint32_t name = 0;
  std::uint32_t device = 0;
  std::uint32_t context = 0;
  std::uint32_t stream = 0;
  std::int32_t grid[3] = {};
  std::int32_t block[3] = {};
  std::int32_t static_shared = 0;
  std::int32_t dynamic_shared = 0;
  std::uint32_t local_per_thread = 0;
  std::uint32_t registers = 0;
};

/// copy: `memory` is CUPTI's kinds of copy, source and destination, a byte each; set: kind of memory.
struct MemoryRecord : Record {
  std::uint32_t correlation = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t bytes = 0;
  std::uint64_t graph_node = 0;
  std::uint32_t device = 0;
  std::uint32_t context = 0;
  std::uint32_t stream = 0;
  std::uint32_t memory = 0;
  std::uint32_t value = 0;  ///< set: what was written.
  std::uint32_t padding = 0;
};

struct GraphNodeRecord : Record {
  std::uint32_t padding = 0;
  std::uint64_t time = 0;
  std::uint64_t node = 0;
  std::uint64_t original = 0;  ///< What it is a clone of; 0: created.
};

struct GraphRecord : Record {
  std::uint32_t correlation = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t device = 0;
  std::uint32_t context = 0;
  std::uint32_t stream = 0;
  std::uint32_t graph = 0;
};

/// A call that waited: for an event, a stream, or all of a context.
struct WaitRecord : Record {
  std::uint32_t correlation = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t type = 0;  ///< CUPTI's number.
  std::uint32_t context = 0;
  std::uint32_t stream = 0;
  std::uint32_t event = 0;
};

struct DeviceRecord : Record {
  std::uint32_t device = 0;
  std::uint64_t bandwidth_kb = 0;  ///< KB/s.
  std::uint64_t memory_bytes = 0;
  std::uint32_t l2_bytes = 0;
  std::uint32_t clock_khz = 0;
  std::uint32_t processors = 0;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t name = 0;
  std::uint8_t uuid[16] = {};
};

}  // namespace llmprof::spool
