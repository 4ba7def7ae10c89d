// SPDX-License-Identifier: MIT
#include "libllmprof/artifacts/nsys_secrets.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/artifacts/masking.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

class Export {
 public:
  explicit Export(std::filesystem::path const& path) : path_(path.string()) {
    sqlite3* opened = nullptr;
    int const result = ::sqlite3_open_v2(path_.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
    file_.reset(opened);
    if (result != SQLITE_OK) fail();
    execute("PRAGMA journal_mode=MEMORY; BEGIN");
  }

  [[nodiscard]] bool has(char const* table) {
    bool found = false;
    for_each("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '" + std::string(table) + "'",
             [&](sqlite3_stmt*) { found = true; });
    return found;
  }

  void execute(std::string const& sql) {
    if (::sqlite3_exec(file_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  template <class Row>
  void for_each(std::string const& sql, Row const& row) {
    Statement const statement = prepare(sql);
    int result = 0;
    while ((result = ::sqlite3_step(statement.get())) == SQLITE_ROW) row(statement.get());
    if (result != SQLITE_DONE) fail();
  }

  /// Into a new file: nsys's own leaves old rows in the unused parts of pages.
  void copy_to(std::filesystem::path const& path) {
    Statement const statement = prepare("VACUUM INTO ?1");
    std::string const name = path.string();
    ::sqlite3_bind_text(statement.get(), 1, name.data(), static_cast<int>(name.size()), SQLITE_TRANSIENT);
    if (::sqlite3_step(statement.get()) != SQLITE_DONE) fail();
  }

  void set_value(std::int64_t rowid, std::string const& value) {
    Statement const statement = prepare("UPDATE META_DATA_CAPTURE SET value = ?2 WHERE rowid = ?1");
    ::sqlite3_bind_int64(statement.get(), 1, rowid);
    ::sqlite3_bind_text(statement.get(), 2, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
    if (::sqlite3_step(statement.get()) != SQLITE_DONE) fail();
  }

 private:
  using Statement = std::unique_ptr<sqlite3_stmt, decltype(&::sqlite3_finalize)>;

  Statement prepare(std::string const& sql) {
    sqlite3_stmt* statement = nullptr;
    if (::sqlite3_prepare_v2(file_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) fail();
    return {statement, ::sqlite3_finalize};
  }

  [[noreturn]] void fail() const {
    throw IoError(path_ + ": environment variables could not be taken out of it: " +
                  (file_ == nullptr ? "out of memory" : ::sqlite3_errmsg(file_.get())) +
                  "; it may hold secrets: keep it to yourself");
  }

  std::string path_;
  std::unique_ptr<sqlite3, decltype(&::sqlite3_close)> file_{nullptr, ::sqlite3_close};
};

std::string text_of(sqlite3_stmt* row, int column) {
  auto const* text = ::sqlite3_column_text(row, column);
  return text == nullptr ? std::string() : reinterpret_cast<char const*>(text);
}

/// Arguments are rows of their own, in order.
void mask_arguments(Export& file) {
  std::vector<std::int64_t> rows;
  std::vector<std::string> arguments;
  file.for_each("SELECT rowid, value FROM META_DATA_CAPTURE WHERE name GLOB '*:ARGUMENT*' ORDER BY rowid",
                [&](sqlite3_stmt* row) {
                  rows.push_back(::sqlite3_column_int64(row, 0));
                  arguments.push_back(text_of(row, 1));
                });
  std::vector<std::string> const masked = mask_argv(arguments);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (masked[i] != arguments[i]) file.set_value(rows[i], masked[i]);
  }
}

void write_clean_copy(std::filesystem::path const& nsys_sqlite, std::filesystem::path const& copy) {
  Export file(nsys_sqlite);
  if (file.has("META_DATA_CAPTURE")) {
    file.execute("DELETE FROM META_DATA_CAPTURE WHERE name GLOB '*ENVIRONMENT_VARIABLE*'");
    mask_arguments(file);
  }
  if (file.has("TARGET_INFO_SYSTEM_ENV")) {
    file.execute("DELETE FROM TARGET_INFO_SYSTEM_ENV WHERE name IN ('DeviceEnvironment', 'Hostname')");
  }
  if (file.has("StringIds")) {
    // Whole environments of processes are there, with zeros between the variables, which hides them from most
    // tools.
    file.execute(
        "UPDATE StringIds SET value = '(an environment, left out)' WHERE instr(CAST(value AS BLOB), x'00') > "
        "0");
  }
  if (file.has("StringIds") && file.has("ProcessStreams")) {
    file.execute(
        "UPDATE StringIds SET value = '(output of the workload, left out)' WHERE value != '' AND id IN "
        "(SELECT contentId FROM ProcessStreams)");
  }
  file.execute("COMMIT");
  file.copy_to(copy);
}

}  // namespace

void remove_secrets(std::filesystem::path const& nsys_sqlite) {
  std::filesystem::path copy = nsys_sqlite;
  copy += ".clean";
  std::error_code ignored;
  std::filesystem::remove(copy, ignored);
  write_clean_copy(nsys_sqlite, copy);
  std::error_code error;
  std::filesystem::rename(copy, nsys_sqlite, error);
  if (error)
    throw IoError(nsys_sqlite.string() + ": cannot be replaced by its clean copy: " + error.message());
}

}  // namespace llmprof::inline v0
