// SPDX-License-Identifier: MIT
#pragma once

// An nsys export out of text, so that a fuzzer changes rows and not pages.

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>

namespace llmprof::fuzz {

/// A table that the reader knows, and the letter that its rows begin with.
struct RowTable {
  char letter;
  char const* name;
  char const* columns;
};

inline constexpr std::array row_tables{
    RowTable{'S', "StringIds", "id INTEGER PRIMARY KEY,value"},
    RowTable{'M', "META_DATA_EXPORT", "name,value"},
    RowTable{'T', "TARGET_INFO_SESSION_START_TIME", "utcEpochNs"},
    RowTable{'G', "TARGET_INFO_GPU",
             "id,name,uuid,cuDevice,computeMajor,computeMinor,smCount,clockRate,memoryBandwidth,totalMemory"},
    RowTable{'O', "TARGET_INFO_CUDA_GPU",
             "deviceId,name,computeCapabilityMajor,computeCapabilityMinor,numMultiprocessors,coreClockRate,"
             "globalMemorySize"},
    RowTable{'D', "TARGET_INFO_CUDA_DEVICE", "pid,cudaId,gpuId"},
    RowTable{'P', "PROCESSES", "globalPid,name"},
    RowTable{'N', "ThreadNames", "globalTid,nameId"},
    RowTable{'W', "DIAGNOSTIC_EVENT", "severity,text"},
    RowTable{'K', "CUPTI_ACTIVITY_KIND_KERNEL",
             "start,end,deviceId,contextId,streamId,correlationId,globalPid,demangledName,graphNodeId,gridX,"
             "gridY,gridZ,blockX,blockY,blockZ"},
    RowTable{'C', "CUPTI_ACTIVITY_KIND_MEMCPY",
             "start,end,deviceId,contextId,streamId,correlationId,globalPid,bytes,graphNodeId"},
    RowTable{'Z', "CUPTI_ACTIVITY_KIND_MEMSET",
             "start,end,deviceId,contextId,streamId,correlationId,globalPid,bytes,graphNodeId"},
    RowTable{'H', "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
             "start,end,deviceId,contextId,streamId,correlationId,globalPid"},
    RowTable{'R', "CUPTI_ACTIVITY_KIND_RUNTIME", "start,globalTid,correlationId,nameId,returnValue"},
    RowTable{'V', "NVTX_EVENTS",
             "start,end,eventType,text,textId,domainId,globalTid,uint64Value,int64Value,doubleValue"},
    RowTable{'E', "CUDA_GRAPH_EVENTS", "start,globalTid,graphNodeId,originalGraphNodeId"},
};

/// Writes lines like `K 10,20,0,1,7,5,3:0,kernel` as rows of the tables above.
///
/// Cells are NULL (empty), integers, real numbers, ids as nsys packs them (`PID:TID`), or text. Lines that
/// begin with nothing of the above, and cells too many, are left out.
class RowWriter {
 public:
  explicit RowWriter(int page_size) {
    sqlite3* db = nullptr;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) throw std::bad_alloc();
    db_.reset(db);
    run("PRAGMA page_size=" + std::to_string(page_size) + "; BEGIN");
  }

  void add_line(std::string_view line) {
    for (RowTable const& table : row_tables) {
      if (line.size() >= 2 && line[0] == table.letter && line[1] == ' ') add_row(table, line.substr(2));
    }
  }

  [[nodiscard]] std::string bytes() {
    run("COMMIT");
    sqlite3_int64 size = 0;
    std::unique_ptr<unsigned char, decltype(&sqlite3_free)> const image(
        sqlite3_serialize(db_.get(), "main", &size, 0), sqlite3_free);
    return image ? std::string(image.get(), image.get() + size) : std::string();
  }

 private:
  struct Close {
    void operator()(sqlite3* db) const noexcept { sqlite3_close(db); }
  };

  /// Rows that break the schema (an id twice) are left out, so what it returns is of no interest.
  void run(std::string const& sql) { sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr); }

  void add_row(RowTable const& table, std::string_view cells) {
    if (created_.insert(table.letter).second) {
      run("CREATE TABLE " + std::string(table.name) + "(" + table.columns + ")");
    }
    auto const columns = std::string_view(table.columns);
    auto left = static_cast<std::size_t>(std::count(columns.begin(), columns.end(), ',')) + 1;
    std::string values;
    for (; left > 0; --left) {
      std::size_t const end = std::min(cells.find(','), cells.size());
      values += (values.empty() ? "" : ",") + literal(cells.substr(0, end));
      cells.remove_prefix(std::min(end + 1, cells.size()));
    }
    run("INSERT INTO " + std::string(table.name) + " VALUES(" + values + ")");
  }

  static std::string literal(std::string_view cell) {
    if (cell.empty()) return "NULL";
    char const* const end = cell.data() + cell.size();
    std::int64_t number = 0;
    auto const read = std::from_chars(cell.data(), end, number);
    if (read.ec == std::errc() && read.ptr == end) return integer(number);
    if (read.ec == std::errc() && *read.ptr == ':') {
      std::int64_t tid = 0;
      std::from_chars(read.ptr + 1, end, tid);
      return integer(std::int64_t{1} << 48 | (number & 0xffffff) << 24 | (tid & 0xffffff));
    }
    if (read.ec == std::errc() && *read.ptr == '.') return std::to_string(number) + ".5";
    return quoted(cell);
  }

  /// SQLite reads the literal of the smallest integer as a real number.
  static std::string integer(std::int64_t number) {
    return number == INT64_MIN ? "(-9223372036854775807-1)" : std::to_string(number);
  }

  static std::string quoted(std::string_view text) {
    std::string out = "'";
    for (char const c : text) {
      if (c == '\0') continue;  // ends a statement
      if (c == '\'') out += c;
      out += c;
    }
    return out + "'";
  }

  std::unique_ptr<sqlite3, Close> db_;
  std::set<char> created_;
};

/// The bytes of a SQLite file with these rows.
inline std::string nsys_export_of(std::string_view text, int page_size = 512) {
  RowWriter rows(page_size);
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    rows.add_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows.bytes();
}

}  // namespace llmprof::fuzz
