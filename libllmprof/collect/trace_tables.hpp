// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::inline v0 {

/// ENUM_NSYS_EVENT_TYPE.
enum class EventType : std::int64_t { mark = 34, push_pop = 59, start_end = 60, domain = 75 };

/// A row of NVTX_EVENTS. `text` is a row of StringIds.
struct NvtxRow {
  std::int64_t start = 0;
  std::optional<std::int64_t> end;
  EventType type{};
  std::optional<std::int64_t> range;
  std::int64_t thread = 0;
  std::optional<std::int64_t> end_thread;
  std::int64_t text = 0;
  std::int64_t domain = 0;
  std::int64_t category = 0;
  std::uint16_t payload_type = 0;  ///< NVTX's; 0: none.
  std::uint64_t payload = 0;
};

/// Rows of StringIds.
struct KernelNameIds {
  std::int64_t demangled = 0;
  std::int64_t short_name = 0;
  std::int64_t mangled = 0;
};

/// A new SQLite file with the tables and columns of an Nsight Systems export, as far as the collector has
/// what goes into them. Columns that it does not know are NULL; where the schema forbids that, 0.
class TraceTables {
 public:
  /// Replaces the file. @throws IoError, as all that follow do.
  explicit TraceTables(std::filesystem::path const& path);
  ~TraceTables();
  TraceTables(TraceTables const&) = delete;
  TraceTables& operator=(TraceTables const&) = delete;

  /// The row of StringIds that holds this text.
  std::int64_t string(std::string_view text);

  void nvtx(NvtxRow const& row);
  void domain(std::int64_t global_pid, std::int64_t number, std::string_view name);
  void launch(std::int64_t time, std::int64_t global_tid, std::int64_t correlation, std::int64_t name);
  void kernel(spool::KernelRecord const& kernel, std::int64_t start, std::int64_t end,
              std::int64_t global_pid, KernelNameIds const& name);
  void memory(spool::MemoryRecord const& memory, std::int64_t start, std::int64_t end,
              std::int64_t global_pid);
  void graph(spool::GraphRecord const& graph, std::int64_t start, std::int64_t end, std::int64_t global_pid);
  /// A host call that waited. @param device -1: unknown.
  void wait(spool::WaitRecord const& wait, std::int64_t start, std::int64_t end, std::int64_t global_pid,
            std::int64_t device);
  void graph_node(std::int64_t time, std::int64_t global_tid, std::int64_t node, std::int64_t original);
  void device(spool::DeviceRecord const& device, std::string_view name, std::int64_t pid);
  void process(std::int64_t global_pid, std::int64_t pid, std::string_view name);

  /// Writes what describes the whole, and ends the file. @param utc Of time 0.
  void finish(std::int64_t utc, std::vector<std::string> const& warnings);

 private:
  class Insert;

  void execute(char const* sql);
  /// A table of numbers from 0 and their labels.
  void labels(char const* table, std::span<char const* const> texts);
  [[noreturn]] void fail(char const* what) const;
  /// The prepared `INSERT INTO` of a table; the table is made first.
  Insert into(char const* table);

  std::string path_;
  sqlite3* file_ = nullptr;
  std::map<std::string, sqlite3_stmt*, std::less<>> inserts_;
  std::unordered_map<std::string, std::int64_t> strings_;
  std::map<std::string, std::int64_t> gpus_;  // UUID -> id
  std::set<std::pair<std::int64_t, std::int64_t>> cuda_devices_;
};

}  // namespace llmprof::inline v0
