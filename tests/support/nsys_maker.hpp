// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace llmprof::tests {

/// A folder of its own for a test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "llmprof-test-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::filesystem::path operator/(std::string const& name) const { return path_ / name; }
  [[nodiscard]] std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A SQLite file written by hand.
class Database {
 public:
  explicit Database(std::filesystem::path const& path) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
    db_.reset(db);
  }
  Database& run(std::string const& sql) {
    char* message = nullptr;
    INFO(sql);
    int const status = sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, &message);
    INFO((message == nullptr ? "" : message));
    REQUIRE(status == SQLITE_OK);
    return *this;
  }

 private:
  struct Close {
    void operator()(sqlite3* db) const noexcept { sqlite3_close(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
};

/// Ids as nsys packs them.
constexpr std::int64_t global_tid(std::int64_t pid, std::int64_t tid) {
  return std::int64_t{1} << 48 | pid << 24 | tid;
}
constexpr std::int64_t global_pid(std::int64_t pid) { return global_tid(pid, 0); }

/// The smallest tables that the real nsys stats reads, and a few names: 1 kernel_a, 2 kernel_b, 3
/// cudaLaunchKernel.
inline Database& create_nsys_tables(Database& db) {
  return db.run(
      "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
      "INSERT INTO StringIds VALUES(1,'kernel_a'),(2,'kernel_b'),(3,'cudaLaunchKernel_v7000');"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, contextId "
      "INTEGER,"
      " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER,"
      " correlationId INTEGER, nameId INTEGER, returnValue INTEGER);"
      "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER,"
      " endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER, int64Value INTEGER,"
      " doubleValue REAL);");
}

}  // namespace llmprof::tests
