// SPDX-License-Identifier: MIT
#include "libllmprof/parse/sqlite_file.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view magic{"SQLite format 3\0", 16};
constexpr std::size_t header_size = 100;
constexpr int longest_cell = 64 << 20;  // no name that a profiler writes is longer
constexpr int steps_a_check = 1 << 20;
constexpr std::uint64_t most_steps_a_byte = 64;
constexpr std::uint64_t rows_per_report = 1 << 16;

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (char const byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

/// Says what is wrong with the first bytes of a file that should be SQLite, or that it is shorter than it
/// says.
void check_header(std::string_view head, std::uint64_t size, std::string const& source) {
  if (size == 0) throw ParseError(source, {}, "the file is empty; an nsys SQLite export was expected");
  if (head.substr(0, magic.size()) != magic) throw ParseError(source, {}, "not a SQLite file");
  if (head.size() < header_size) throw ParseError(source, {}, "the SQLite file is cut off inside its header");
  std::uint64_t page = big_endian(head.substr(16, 2));
  if (page == 1) page = 65536;
  bool const count_is_valid = head.substr(24, 4) == head.substr(92, 4);  // else an old writer left it stale
  std::uint64_t const expected = page * big_endian(head.substr(28, 4));
  if (count_is_valid && size < expected) {
    throw ParseError(source, {},
                     "the SQLite file is truncated: it has " + std::to_string(size) + " of " +
                         std::to_string(expected) + " bytes; copy or export it again");
  }
}

/// A finished file in WAL mode can be read where nothing can be written (no -shm beside it) only as
/// immutable.
std::string immutable_uri(std::string const& path) {
  std::string uri = "file:";
  for (char const c : path) {
    if (c == '%' || c == '?' || c == '#') {
      constexpr char const* digits = "0123456789ABCDEF";
      uri += {'%', digits[static_cast<unsigned char>(c) >> 4], digits[static_cast<unsigned char>(c) & 15]};
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

std::string sql_name(std::string_view name) {
  std::string out = "\"";
  for (char const c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

bool starts_with_no_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         sqlite3_strnicmp(text.data(), prefix.data(), static_cast<int>(prefix.size())) == 0;
}

}  // namespace

std::string_view SqliteRow::text(std::size_t i) const {
  auto const* text = reinterpret_cast<char const*>(sqlite3_value_text(values_[i]));
  if (text == nullptr) return {};
  auto const size = static_cast<std::size_t>(sqlite3_value_bytes(values_[i]));
  if (size > text_budget_) throw Error("a table gives more text than the file has room for");
  text_budget_ -= size;
  return {text, size};
}

/// What one pass over a table carries: SQLite calls back through C, so an exception waits here until it may
/// go on.
struct SqliteFile::Visit {
  SqliteFile* file;
  Callback callback;
  void* context;
  std::exception_ptr error;
  std::uint64_t rows = 0;
  std::uint64_t expected_rows = 0;
  std::uint64_t text_budget = 0;
};

SqliteFile SqliteFile::open(std::filesystem::path const& path, Progress progress) {
  std::string const source = path.string();
  std::error_code error;
  auto const size = std::filesystem::file_size(path, error);
  if (error) throw IoError(source + ": cannot be opened: " + error.message());
  std::ifstream in(path, std::ios::binary);
  std::array<char, header_size> head{};
  if (!in) throw IoError(source + ": cannot be opened: " + std::strerror(errno));
  in.read(head.data(), head.size());
  check_header({head.data(), static_cast<std::size_t>(in.gcount())}, size, source);

  SqliteFile file(source, size, std::move(progress));
  sqlite3* db = nullptr;
  bool const in_wal_mode = head[18] == 2;
  bool const immutable = in_wal_mode && !std::filesystem::exists(source + "-wal", error);
  std::string const name = immutable ? immutable_uri(source) : source;
  int const flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | (immutable ? SQLITE_OPEN_URI : 0);
  int const status = sqlite3_open_v2(name.c_str(), &db, flags, nullptr);
  file.db_.reset(db);
  if (status != SQLITE_OK) throw IoError(source + ": cannot be opened as SQLite: " + sqlite3_errstr(status));
  file.prepare();
  return file;
}

SqliteFile SqliteFile::from_bytes(std::string bytes, std::string source, Progress progress) {
  check_header(std::string_view(bytes).substr(0, header_size), bytes.size(), source);
  return from_shared(std::make_shared<std::string>(std::move(bytes)), std::move(source), std::move(progress));
}

SqliteFile SqliteFile::from_shared(std::shared_ptr<std::string> bytes, std::string source,
                                   Progress progress) {
  SqliteFile file(std::move(source), bytes->size(), std::move(progress));
  file.bytes_ = std::move(bytes);
  sqlite3* db = nullptr;
  int status = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  file.db_.reset(db);
  auto const size = static_cast<sqlite3_int64>(file.bytes_->size());
  if (status == SQLITE_OK) {
    status = sqlite3_deserialize(db, "main", reinterpret_cast<unsigned char*>(file.bytes_->data()), size,
                                 size, SQLITE_DESERIALIZE_READONLY);
  }
  if (status != SQLITE_OK)
    throw IoError(file.source_ + ": cannot be opened as SQLite: " + sqlite3_errstr(status));
  file.prepare();
  return file;
}

SqliteFile SqliteFile::again() const { return bytes_ ? from_shared(bytes_, source_, {}) : open(source_, {}); }

std::uint64_t SqliteFile::newest_row(std::string const& table) {
  std::uint64_t rows = 0;
  auto const take = [](void* result, int, char** values, char**) {
    if (values[0] != nullptr) *static_cast<std::uint64_t*>(result) = std::strtoull(values[0], nullptr, 10);
    return 0;
  };
  sqlite3_exec(db_.get(), ("SELECT max(rowid) FROM " + sql_name(table)).c_str(), take, &rows, nullptr);
  constexpr std::uint64_t least_bytes_a_row = 8;
  return std::min(rows, size_ / least_bytes_a_row);
}

void SqliteFile::prepare() {
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_limit(db_.get(), SQLITE_LIMIT_LENGTH, longest_cell);
  sqlite3_exec(db_.get(), "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA cache_size=-16384", nullptr,
               nullptr, nullptr);
  // Whole tables are read, once: a healthy file needs a few dozen steps of SQLite's machine for a row.
  auto const count_down = [](void* left) { return --*static_cast<std::uint64_t*>(left) == 0 ? 1 : 0; };
  *steps_left_ = (size_ * most_steps_a_byte) / steps_a_check + 1000;
  sqlite3_progress_handler(db_.get(), steps_a_check, count_down, steps_left_.get());
  read_schema();
}

void SqliteFile::fail(std::string const& what) const {
  int const status = sqlite3_extended_errcode(db_.get());
  std::string const why = sqlite3_errmsg(db_.get());
  if (status == SQLITE_CORRUPT || status == SQLITE_NOTADB || (status & 0xff) == SQLITE_CORRUPT) {
    throw ParseError(source_, {},
                     what + ": the SQLite file is damaged (" + why + "); copy or export it again");
  }
  if (status == SQLITE_BUSY || status == SQLITE_LOCKED) {
    throw IoError(source_ + ": " + what +
                  ": another program is writing the file; wait until it has finished");
  }
  if (status == SQLITE_INTERRUPT) {
    throw ParseError(source_, {}, what + ": the SQLite file is damaged: reading it does not come to an end");
  }
  if ((status & 0xff) == SQLITE_IOERR) {
    throw IoError(source_ + ": " + what + ": " + why + "; did the file shrink or vanish while it was read?");
  }
  throw ParseError(source_, {}, what + ": " + why);
}

void SqliteFile::read_schema() {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(db_.get(), "SELECT name, type, sql FROM sqlite_master", -1, &raw, nullptr) !=
      SQLITE_OK) {
    fail("its table list cannot be read");
  }
  std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> const statement(raw, sqlite3_finalize);
  auto const cell = [&](int i) {
    auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(raw, i));
    return std::string(text == nullptr ? "" : text);
  };
  int status = SQLITE_OK;
  while ((status = sqlite3_step(raw)) == SQLITE_ROW) {
    std::string const name = cell(0);
    std::string const type = cell(1);
    if (type == "table" && starts_with_no_case(cell(2), "CREATE VIRTUAL")) {
      refused_[name] = "a virtual table";
    } else if (type == "table") {
      tables_[name];
    } else if (type == "view") {
      refused_[name] = "a view";
    }
  }
  if (status != SQLITE_DONE) fail("its table list cannot be read");
  for (auto& [name, columns] : tables_) read_columns(name);
  std::erase_if(tables_, [](auto const& table) { return table.second.empty(); });
}

void SqliteFile::read_columns(std::string const& table) {
  sqlite3_stmt* raw = nullptr;
  std::string const query = "PRAGMA table_info(" + sql_name(table) + ")";
  if (sqlite3_prepare_v2(db_.get(), query.c_str(), -1, &raw, nullptr) != SQLITE_OK) {
    fail("the columns of table " + table + " cannot be read");
  }
  std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> const statement(raw, sqlite3_finalize);
  while (sqlite3_step(raw) == SQLITE_ROW) {
    auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(raw, 1));
    if (text != nullptr) tables_[table].emplace_back(text);
  }
}

std::vector<std::string> SqliteFile::table_names() const {
  std::vector<std::string> names;
  for (auto const& table : tables_) names.push_back(table.first);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> const& SqliteFile::columns(std::string_view table) const {
  static std::vector<std::string> const none;
  auto const found = tables_.find(std::string(table));
  return found == tables_.end() ? none : found->second;
}

std::string SqliteFile::find_table(std::string_view name) const {
  if (has_table(name)) return std::string(name);
  if (auto const view = refused_.find(std::string(name)); view != refused_.end()) {
    throw ParseError(
        source_, {},
        std::string(name) + " is " + view->second + ", not a table; only what nsys exports is read");
  }
  std::string const prefix = std::string(name) + "_V";
  std::string best;
  for (auto const& table : tables_) {
    std::string const& candidate = table.first;
    bool const suffixed = candidate.starts_with(prefix) && candidate.size() > prefix.size() &&
                          candidate.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
    if (suffixed && std::pair(candidate.size(), candidate) > std::pair(best.size(), best)) best = candidate;
  }
  return best;
}

void SqliteFile::on_row(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  auto* visit = static_cast<Visit*>(sqlite3_user_data(context));
  if (visit->error) return;
  try {
    // A row takes more than a byte: a file that yields more rows than it has bytes points at the same pages
    // twice.
    if (++visit->rows > visit->file->size_) {
      throw ParseError(visit->file->source_, {},
                       "the SQLite file is damaged: a table yields more rows than fit in it");
    }
    if (visit->rows % rows_per_report == 0 && visit->file->progress_ && visit->expected_rows > 0) {
      visit->file->progress_(
          std::min(1.0, static_cast<double>(visit->rows) / static_cast<double>(visit->expected_rows)));
    }
    visit->callback(visit->context, SqliteRow(values, visit->text_budget));
  } catch (ParseError const&) {
    visit->error = std::current_exception();
    sqlite3_result_error(context, "stopped", -1);
  } catch (Error const& error) {
    visit->error = std::make_exception_ptr(
        ParseError(visit->file->source_, {}, std::string("the SQLite file is damaged: ") + error.what()));
    sqlite3_result_error(context, "stopped", -1);
  } catch (...) {
    visit->error = std::current_exception();
    sqlite3_result_error(context, "stopped", -1);
  }
}

void SqliteFile::on_end(sqlite3_context* context) { sqlite3_result_null(context); }

void SqliteFile::visit(std::string const& table, std::vector<std::string> const& columns, Callback callback,
                       void* context) {
  Visit visit{.file = this, .callback = callback, .context = context};
  visit.text_budget =
      2 * size_ + (std::uint64_t{1} << 20);  // numbers as text take more room than in the file
  std::string list;
  for (std::string const& column : columns) {
    list += (list.empty() ? "" : ",") + (column.empty() ? std::string("NULL") : sql_name(column));
  }
  sqlite3_create_function_v2(db_.get(), "llmprof_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, &visit, nullptr,
                             on_row, on_end, nullptr);
  if (progress_) visit.expected_rows = newest_row(table);
  std::string const query = "SELECT llmprof_row(" + list + ") FROM " + sql_name(table);
  int const status = sqlite3_exec(db_.get(), query.c_str(), nullptr, nullptr, nullptr);
  if (visit.error) std::rethrow_exception(visit.error);
  if (status != SQLITE_OK) fail("table " + table + " cannot be read");
}

}  // namespace llmprof::inline v0
