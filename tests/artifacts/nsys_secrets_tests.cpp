// SPDX-License-Identifier: MIT
#include "libllmprof/artifacts/nsys_secrets.hpp"

#include <sqlite3.h>

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace llmprof;

void make(std::filesystem::path const& path, std::string const& sql) {
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &file) == SQLITE_OK);
  CHECK(sqlite3_exec(file, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(file);
}

}  // namespace

TEST_CASE("variables are gone from the bytes of the file, arguments are masked, the rest stays") {
  TemporaryFolder const folder;
  // As Nsight Systems 2023.4 exports it.
  make(folder / "run.sqlite",
       "CREATE TABLE META_DATA_CAPTURE (name TEXT NOT NULL, value TEXT);"
       "CREATE TABLE TARGET_INFO_SYSTEM_ENV (globalVid INTEGER, devStateName TEXT NOT NULL, name TEXT NOT "
       "NULL, "
       "nameEnum INTEGER NOT NULL, value TEXT NOT NULL);"
       "INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_0:COMMAND', '/opt/engine'),"
       "('PROCESS_0:ARGUMENT_0', '--api-key'), ('PROCESS_0:ARGUMENT_1', 'argument-secret'),"
       "('PROCESS_0:ARGUMENT_2', '--max-tokens'), ('PROCESS_0:ARGUMENT_3', '64'),"
       "('PROCESS_0:ENVIRONMENT_VARIABLE', 'HF_TOKEN=\"variable-secret\"');"
       "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
       "INSERT INTO StringIds VALUES (1, 'a kernel'), (2, 'PATH=/bin' || char(0) || "
       "'HF_TOKEN=process-secret');"
       "INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES (1, 'Local', 'DeviceEnvironment', 610, "
       "'HF_TOKEN=machine-secret;A=b'),"
       "(1, 'Local', 'OsDescription', 605, 'Debian');");
  remove_secrets(folder / "run.sqlite");
  std::string const bytes = get_file(folder / "run.sqlite");
  for (char const* const gone : {"argument-secret", "variable-secret", "machine-secret", "process-secret"}) {
    CHECK(bytes.find(gone) == std::string::npos);
  }
  for (char const* const kept : {"/opt/engine", "--api-key", "--max-tokens", "64", "Debian", "a kernel"}) {
    CHECK(bytes.find(kept) != std::string::npos);
  }
}

TEST_CASE("what is no SQLite file is refused, and said to be kept back") {
  TemporaryFolder const folder;
  put_file(folder / "run.sqlite", "this is no SQLite file, but long enough to be looked at as one");
  CHECK_THROWS_AS(remove_secrets(folder / "run.sqlite"), IoError);
}
