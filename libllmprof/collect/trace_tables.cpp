// SPDX-License-Identifier: MIT
#include "libllmprof/collect/trace_tables.hpp"

#include <array>
#include <bit>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

struct Table {
  char const* name;
  char const* columns;
};

// Columns in the order and of the types that Nsight Systems 2023.4 exports.
constexpr Table tables[] = {
    {"StringIds", "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL"},
    {"META_DATA_EXPORT", "name TEXT NOT NULL, value TEXT"},
    {"TARGET_INFO_SESSION_START_TIME", "utcEpochNs INTEGER, utcTime TEXT, localTime TEXT"},
    {"TARGET_INFO_GPU",
     "vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT, l2CacheSize INTEGER, totalMemory INTEGER, "
     "memoryBandwidth INTEGER, clockRate INTEGER, smCount INTEGER, uuid TEXT, cuDevice INTEGER, computeMajor "
     "INTEGER, "
     "computeMinor INTEGER, busLocation TEXT"},
    {"TARGET_INFO_CUDA_DEVICE",
     "gpuId INTEGER NOT NULL, cudaId INTEGER NOT NULL, pid INTEGER NOT NULL, uuid TEXT, numMultiprocessors "
     "INTEGER"},
    {"PROCESSES", "globalPid INTEGER, pid INTEGER, name TEXT"},
    {"NVTX_EVENTS",
     "start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER, category INTEGER, "
     "color INTEGER, "
     "text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value "
     "INTEGER, "
     "int64Value INTEGER, doubleValue REAL, uint32Value INTEGER, int32Value INTEGER, floatValue REAL, "
     "jsonTextId INTEGER, jsonText TEXT"},
    {"CUPTI_ACTIVITY_KIND_RUNTIME",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, "
     "correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER"},
    {"CUPTI_ACTIVITY_KIND_KERNEL",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, "
     "greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, "
     "demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, "
     "cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT "
     "NULL, "
     "gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, "
     "staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL, "
     "localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, "
     "sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER"},
    {"CUPTI_ACTIVITY_KIND_MEMCPY",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, "
     "greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, "
     "bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL, deprecatedSrcId INTEGER, srcKind INTEGER, dstKind "
     "INTEGER, "
     "srcDeviceId INTEGER, srcContextId INTEGER, dstDeviceId INTEGER, dstContextId INTEGER, migrationCause "
     "INTEGER, "
     "graphNodeId INTEGER, virtualAddress INTEGER, copyCount INTEGER"},
    {"CUPTI_ACTIVITY_KIND_MEMSET",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, "
     "greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, "
     "value INTEGER NOT NULL, bytes INTEGER NOT NULL, graphNodeId INTEGER, memKind INTEGER"},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, "
     "greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, "
     "graphId INTEGER NOT NULL, graphExecId INTEGER NOT NULL"},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, "
     "greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, "
     "syncType INTEGER NOT NULL, eventId INTEGER NOT NULL"},
    {"CUDA_GRAPH_EVENTS",
     "start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, "
     "nameId INTEGER NOT NULL, graphNodeId INTEGER NOT NULL, originalGraphNodeId INTEGER"},
    {"DIAGNOSTIC_EVENT",
     "timestamp INTEGER NOT NULL, timestampType INTEGER NOT NULL, source INTEGER NOT NULL, "
     "severity INTEGER NOT NULL, text TEXT NOT NULL, globalPid INTEGER"},
    {"ENUM_CUDA_MEMCPY_OPER", "id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT"},
    {"ENUM_CUDA_MEM_KIND", "id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT"},
    {"ENUM_CUPTI_SYNC_TYPE", "id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT"},
};

// From CUPTI's CUpti_ActivityMemcpyKind and CUpti_ActivityMemoryKind, numbered from 0.
constexpr std::array copy_kinds = {"Unknown",          "Host-to-Device", "Device-to-Host",  "Host-to-Array",
                                   "Array-to-Host",    "Array-to-Array", "Array-to-Device", "Device-to-Array",
                                   "Device-to-Device", "Host-to-Host",   "Peer-to-Peer"};
constexpr std::array memory_kinds = {"Unknown", "Pageable", "Pinned",        "Device",
                                     "Array",   "Managed",  "Device Static", "Managed Static"};
// CUpti_ActivitySynchronizationType.
constexpr std::array wait_types = {"Unknown", "Event sync", "Stream wait sync", "Stream sync",
                                   "Context sync"};

std::string uuid_text(std::uint8_t const (&bytes)[16]) {
  constexpr char const* digits = "0123456789abcdef";
  std::string text;
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits[bytes[i] >> 4U];
    text += digits[bytes[i] & 0xFU];
  }
  return text;
}

std::optional<std::int64_t> unless_zero(std::uint64_t value) {
  return value == 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(value));
}

/// A record may lie: absent where there are no so many.
std::optional<std::int64_t> thousands(std::uint64_t number) noexcept {
  constexpr std::uint64_t most = INT64_MAX / 1000;
  return number <= most ? std::optional(static_cast<std::int64_t>(number * 1000)) : std::nullopt;
}

}  // namespace

/// Binds the values of one row in turn; what is left out is NULL. Runs when it goes out of scope.
class TraceTables::Insert {
 public:
  Insert(TraceTables& owner, sqlite3_stmt* statement) : owner_(owner), statement_(statement) {}

  Insert& operator<<(std::int64_t value) {
    ::sqlite3_bind_int64(statement_, ++column_, value);
    return *this;
  }
  Insert& operator<<(std::optional<std::int64_t> value) {
    ++column_;
    if (value) ::sqlite3_bind_int64(statement_, column_, *value);
    return *this;
  }
  Insert& operator<<(double value) {
    ::sqlite3_bind_double(statement_, ++column_, value);
    return *this;
  }
  /// The text must live until the row is done.
  Insert& operator<<(std::string_view text) {
    ::sqlite3_bind_text64(statement_, ++column_, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    return *this;
  }
  Insert& skip(int columns = 1) {
    column_ += columns;
    return *this;
  }
  void done() {
    int const result = ::sqlite3_step(statement_);
    ::sqlite3_reset(statement_);
    ::sqlite3_clear_bindings(statement_);
    if (result != SQLITE_DONE) owner_.fail("written");
  }

 private:
  TraceTables& owner_;
  sqlite3_stmt* statement_;
  int column_ = 0;
};

TraceTables::TraceTables(std::filesystem::path const& path) : path_(path.string()) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  if (::sqlite3_open_v2(path_.c_str(), &file_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) !=
      SQLITE_OK) {
    fail("made");
  }
  // It is new and ours alone; a crash costs the file, and the spools are still there.
  execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; BEGIN");
  for (char const* const table :
       {"StringIds", "META_DATA_EXPORT", "NVTX_EVENTS", "CUPTI_ACTIVITY_KIND_RUNTIME", "PROCESSES"}) {
    static_cast<void>(into(table));
  }
}

TraceTables::~TraceTables() {
  for (auto const& [table, statement] : inserts_) ::sqlite3_finalize(statement);
  ::sqlite3_close(file_);
}

void TraceTables::fail(char const* what) const {
  throw IoError(path_ + ": cannot be " + what + ": " +
                (file_ == nullptr ? "out of memory" : ::sqlite3_errmsg(file_)));
}

void TraceTables::execute(char const* sql) {
  if (::sqlite3_exec(file_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail("written");
}

TraceTables::Insert TraceTables::into(char const* table) {
  auto const known = inserts_.find(table);
  if (known != inserts_.end()) return {*this, known->second};
  for (Table const& candidate : tables) {
    if (std::string_view(candidate.name) != table) continue;
    execute(("CREATE TABLE " + std::string(table) + " (" + candidate.columns + ")").c_str());
    std::string values = "?";
    for (char const* c = candidate.columns; *c != '\0'; ++c) {
      if (*c == ',') values += ",?";
    }
    std::string const sql = "INSERT INTO " + std::string(table) + " VALUES (" + values + ")";
    sqlite3_stmt* statement = nullptr;
    if (::sqlite3_prepare_v2(file_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) fail("written");
    inserts_[table] = statement;
    return {*this, statement};
  }
  throw IoError(path_ + ": no table " + table + " is known");
}

std::int64_t TraceTables::string(std::string_view text) {
  auto const [entry, is_new] =
      strings_.try_emplace(std::string(text), static_cast<std::int64_t>(strings_.size()));
  if (is_new) (into("StringIds") << entry->second << std::string_view(entry->first)).done();
  return entry->second;
}

void TraceTables::nvtx(NvtxRow const& row) {
  Insert insert = into("NVTX_EVENTS");
  insert << row.start << row.end << static_cast<std::int64_t>(row.type) << row.range << row.category;
  insert.skip(2) << row.thread << row.end_thread << row.text << row.domain;
  auto const integer = static_cast<std::int64_t>(row.payload);
  // nvtxPayloadType_t 1..6: the columns uint64, int64, double, uint32, int32, float in this order.
  if (row.payload_type >= 1 && row.payload_type <= 6) {
    insert.skip(row.payload_type - 1);
    if (row.payload_type == 3 || row.payload_type == 6) {
      insert << std::bit_cast<double>(row.payload);
    } else {
      insert << integer;
    }
  }
  insert.done();
}

void TraceTables::domain(std::int64_t global_pid, std::int64_t number, std::string_view name) {
  Insert insert = into("NVTX_EVENTS");
  insert << std::int64_t{0};
  insert.skip() << static_cast<std::int64_t>(EventType::domain);
  insert.skip(3) << name << global_pid;
  insert.skip(2) << number;
  insert.done();
}

void TraceTables::launch(std::int64_t time, std::int64_t global_tid, std::int64_t correlation,
                         std::int64_t name) {
  constexpr std::int64_t driver_call = 1;  // ENUM_NSYS_EVENT_CLASS
  (into("CUPTI_ACTIVITY_KIND_RUNTIME")
   << time << time << driver_call << global_tid << correlation << name << std::int64_t{0})
      .done();
}

void TraceTables::kernel(spool::KernelRecord const& kernel, std::int64_t start, std::int64_t end,
                         std::int64_t global_pid, KernelNameIds const& name) {
  Insert insert = into("CUPTI_ACTIVITY_KIND_KERNEL");
  insert << start << end << std::int64_t{kernel.device} << std::int64_t{kernel.context};
  insert.skip() << std::int64_t{kernel.stream} << std::int64_t{kernel.correlation} << global_pid
                << name.demangled << name.short_name << name.mangled;
  insert.skip(2) << std::int64_t{kernel.registers};
  for (auto const size : kernel.grid) insert << std::int64_t{size};
  for (auto const size : kernel.block) insert << std::int64_t{size};
  insert << std::int64_t{kernel.static_shared} << std::int64_t{kernel.dynamic_shared}
         << std::int64_t{kernel.local_per_thread} << std::int64_t{0} << kernel.grid_id;
  insert.skip() << unless_zero(kernel.graph_node);
  insert.done();
}

void TraceTables::memory(spool::MemoryRecord const& memory, std::int64_t start, std::int64_t end,
                         std::int64_t global_pid) {
  bool const copy = memory.kind == spool::Kind::copy;
  Insert insert = into(copy ? "CUPTI_ACTIVITY_KIND_MEMCPY" : "CUPTI_ACTIVITY_KIND_MEMSET");
  insert << start << end << std::int64_t{memory.device} << std::int64_t{memory.context};
  insert.skip() << std::int64_t{memory.stream} << std::int64_t{memory.correlation} << global_pid;
  auto const bytes = static_cast<std::int64_t>(memory.bytes);
  if (copy) {
    insert << bytes << std::int64_t{memory.memory & 0xFFU};
    insert.skip() << std::int64_t{memory.memory >> 8U & 0xFFU} << std::int64_t{memory.memory >> 16U & 0xFFU};
    insert.skip(5) << unless_zero(memory.graph_node);
  } else {
    insert << std::int64_t{memory.value} << bytes << unless_zero(memory.graph_node)
           << std::int64_t{memory.memory};
  }
  insert.done();
}

void TraceTables::graph(spool::GraphRecord const& graph, std::int64_t start, std::int64_t end,
                        std::int64_t global_pid) {
  Insert insert = into("CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
  insert << start << end << std::int64_t{graph.device} << std::int64_t{graph.context};
  insert.skip() << std::int64_t{graph.stream} << std::int64_t{graph.correlation} << global_pid
                << std::int64_t{graph.graph} << std::int64_t{graph.graph};
  insert.done();
}

void TraceTables::wait(spool::WaitRecord const& wait, std::int64_t start, std::int64_t end,
                       std::int64_t global_pid, std::int64_t device) {
  Insert insert = into("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION");
  insert << start << end << device << std::int64_t{wait.context};
  insert.skip() << std::int64_t{wait.stream} << std::int64_t{wait.correlation} << global_pid
                << std::int64_t{wait.type} << std::int64_t{wait.event};
  insert.done();
}

void TraceTables::graph_node(std::int64_t time, std::int64_t global_tid, std::int64_t node,
                             std::int64_t original) {
  constexpr std::int64_t graph_event = 77;  // ENUM_NSYS_EVENT_CLASS
  std::int64_t const name = string(original == 0 ? "CUDA Graph Node Creation" : "CUDA Graph Node Cloning");
  (into("CUDA_GRAPH_EVENTS") << time << time << graph_event << global_tid << name << node
                             << unless_zero(static_cast<std::uint64_t>(original)))
      .done();
}

/// CUDA numbers devices in each process; the file numbers GPUs, which their UUIDs tell apart.
void TraceTables::device(spool::DeviceRecord const& device, std::string_view name, std::int64_t pid) {
  std::string const uuid = uuid_text(device.uuid);
  auto const [gpu, is_new] = gpus_.try_emplace(uuid, static_cast<std::int64_t>(gpus_.size()));
  if (is_new) {
    constexpr std::int64_t machine = std::int64_t{1} << 48U;
    (into("TARGET_INFO_GPU") << machine << gpu->second << name << std::int64_t{device.l2_bytes}
                             << static_cast<std::int64_t>(device.memory_bytes)
                             << thousands(device.bandwidth_kb) << std::int64_t{device.clock_khz} * 1000
                             << std::int64_t{device.processors} << uuid << std::int64_t{device.device}
                             << std::int64_t{device.major} << std::int64_t{device.minor})
        .done();
  }
  if (!cuda_devices_.emplace(pid, device.device).second) return;
  (into("TARGET_INFO_CUDA_DEVICE") << gpu->second << std::int64_t{device.device} << pid << uuid
                                   << std::int64_t{device.processors})
      .done();
}

void TraceTables::process(std::int64_t global_pid, std::int64_t pid, std::string_view name) {
  (into("PROCESSES") << global_pid << pid << name).done();
}

void TraceTables::labels(char const* table, std::span<char const* const> texts) {
  std::int64_t number = 0;
  for (std::string_view const label : texts) (into(table) << number++ << label << label).done();
}

void TraceTables::finish(std::int64_t utc, std::vector<std::string> const& warnings) {
  using Pair = std::pair<std::string_view, std::string_view>;
  for (auto const& [name, value] :
       {Pair("EXPORT_PRODUCT_NAME", "llmprof collector"), Pair("EXPORT_PRODUCT_VERSION", LLMPROF_VERSION),
        Pair("EXPORT_SCHEMA_VERSION", "3.7.2")}) {
    (into("META_DATA_EXPORT") << name << value).done();
  }
  (into("TARGET_INFO_SESSION_START_TIME") << utc).done();
  constexpr std::int64_t warning = 2;
  for (std::string const& text : warnings) {
    (into("DIAGNOSTIC_EVENT") << std::int64_t{0} << std::int64_t{1} << std::int64_t{1} << warning
                              << std::string_view(text))
        .done();
  }
  labels("ENUM_CUDA_MEMCPY_OPER", copy_kinds);
  labels("ENUM_CUDA_MEM_KIND", memory_kinds);
  labels("ENUM_CUPTI_SYNC_TYPE", wait_types);
  execute("COMMIT");
}

}  // namespace llmprof::inline v0
