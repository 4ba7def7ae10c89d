// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace llmprof::inline v0 {

/// One row, as SQLite hands it to a function. Columns are numbered in the order in which they were asked for.
class SqliteRow {
 public:
  /// @param text_budget How many bytes of text may still be taken, over all rows.
  SqliteRow(sqlite3_value** values, std::uint64_t& text_budget) noexcept
      : values_(values), text_budget_(text_budget) {}

  [[nodiscard]] bool is_null(std::size_t i) const noexcept { return type(i) == SQLITE_NULL; }
  [[nodiscard]] bool is_integer(std::size_t i) const noexcept { return type(i) == SQLITE_INTEGER; }
  [[nodiscard]] bool is_text(std::size_t i) const noexcept { return type(i) == SQLITE_TEXT; }

  /// 0 for NULL.
  [[nodiscard]] std::int64_t integer(std::size_t i) const noexcept { return sqlite3_value_int64(values_[i]); }
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::size_t i) const noexcept {
    return is_integer(i) ? std::optional(integer(i)) : std::nullopt;
  }
  /// Empty for NULL. Valid until the row callback returns.
  /// @throws Error if the table gives more text than the file has room for: its rows share their pages.
  [[nodiscard]] std::string_view text(std::size_t i) const;

 private:
  [[nodiscard]] int type(std::size_t i) const noexcept { return sqlite3_value_type(values_[i]); }

  sqlite3_value** values_;
  std::uint64_t& text_budget_;
};

/// A SQLite file that somebody else made: read-only, tables only, and not trusted.
///
/// A view named like a table can run for ever and a schema can call functions, so neither is used; what is
/// read is bounded by the size of the file.
class SqliteFile {
 public:
  /// Share that is done, 0..1.
  using Progress = std::function<void(double)>;

  /// @throws IoError, ParseError as read_nsys_sqlite does.
  static SqliteFile open(std::filesystem::path const& path, Progress progress);
  static SqliteFile from_bytes(std::string bytes, std::string source, Progress progress);

  /// Another connection to the same file, for another thread. It reports no progress.
  [[nodiscard]] SqliteFile again() const;

  [[nodiscard]] std::string const& source() const noexcept { return source_; }
  [[nodiscard]] std::vector<std::string> table_names() const;

  /// Columns of a table in file order; empty if there is no such table.
  [[nodiscard]] std::vector<std::string> const& columns(std::string_view table) const;
  [[nodiscard]] bool has_table(std::string_view table) const { return !columns(table).empty(); }

  /// The table of that name, or its newest suffixed form (`NVTX_EVENTS_V2`); empty if there is neither.
  [[nodiscard]] std::string find_table(std::string_view name) const;

  /// About how many rows a table has: its highest row number, never more than the file has room for.
  [[nodiscard]] std::uint64_t newest_row(std::string const& table);

  /// Calls `row(SqliteRow const&)` for every row of a table, in file order. A column named "" gives NULL.
  ///
  /// Rows come through an aggregate function: that costs half of stepping a statement.
  /// @throws ParseError if the file is damaged; passes on what `row` throws.
  template <class Row>
  void for_each(std::string const& table, std::vector<std::string> const& columns, Row&& row) {
    visit(
        table, columns, [](void* context, SqliteRow const& r) { (*static_cast<Row*>(context))(r); }, &row);
  }

 private:
  struct Close {
    void operator()(sqlite3* db) const noexcept { sqlite3_close(db); }
  };
  using Callback = void (*)(void*, SqliteRow const&);
  struct Visit;

  SqliteFile(std::string source, std::uint64_t size, Progress progress)
      : source_(std::move(source)), size_(size), progress_(std::move(progress)) {}

  static SqliteFile from_shared(std::shared_ptr<std::string> bytes, std::string source, Progress progress);
  void prepare();
  void read_schema();
  void read_columns(std::string const& table);
  void visit(std::string const& table, std::vector<std::string> const& columns, Callback callback,
             void* context);
  [[noreturn]] void fail(std::string const& what) const;
  static void on_row(sqlite3_context* context, int count, sqlite3_value** values);
  static void on_end(sqlite3_context* context);

  std::string source_;
  std::uint64_t size_;
  Progress progress_;
  std::shared_ptr<std::string> bytes_;  // what an in-memory database reads from; null for a file
  std::unique_ptr<std::uint64_t> steps_left_ = std::make_unique<std::uint64_t>();  // outlives db_, stays put
  std::unique_ptr<sqlite3, Close> db_;
  std::unordered_map<std::string, std::vector<std::string>> tables_;
  std::unordered_map<std::string, std::string> refused_;  // views and virtual tables: name -> what it is
};

}  // namespace llmprof::inline v0
