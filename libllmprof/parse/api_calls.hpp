// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "libllmprof/parse/sqlite_file.hpp"
#include "libllmprof/support/bounded_queue.hpp"

namespace llmprof::inline v0 {

/// One row of CUPTI_ACTIVITY_KIND_RUNTIME.
struct ApiCall {
  std::int64_t start = 0;
  std::int64_t global_tid = 0;
  std::int64_t correlation = 0;
  std::int64_t name = 0;
  bool has_correlation = false;
  bool failed = false;
};

/// Reads the API calls of a file on a thread and a connection of its own, while the kernels are read beside
/// it.
///
/// At most a million rows wait at once, so memory is bounded however many calls there are.
class ApiCalls {
 public:
  /// Starts reading. @param columns start, globalTid, correlationId, nameId, returnValue, "" where missing.
  ApiCalls(SqliteFile file, std::string table, std::vector<std::string> columns);
  ~ApiCalls();
  ApiCalls(ApiCalls const&) = delete;  // the thread refers to this object
  ApiCalls& operator=(ApiCalls const&) = delete;

  /// Rows without a time or a thread; known after for_each.
  [[nodiscard]] std::uint64_t odd_rows() const noexcept { return odd_rows_; }

  /// Calls f(ApiCall const&) for every call, in file order. Call once. @throws as SqliteFile::for_each does.
  template <class F>
  void for_each(F&& f) {
    while (auto const block = queue_.pop()) {
      for (ApiCall const& call : *block) f(call);
    }
  }

 private:
  void read(SqliteFile& file, std::string const& table, std::vector<std::string> const& columns);

  static constexpr std::size_t rows_per_block = std::size_t{1} << 14;
  BoundedQueue<std::vector<ApiCall>> queue_{64};
  std::uint64_t odd_rows_ = 0;  // the thread writes it, and then finishes the queue
  std::thread thread_;
};

}  // namespace llmprof::inline v0
