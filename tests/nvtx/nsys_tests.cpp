// SPDX-License-Identifier: MIT
// The header under the real Nsight Systems. Skipped where there is none of 2023.4 or later; LLMPROF_TEST_NSYS
// names one.
#include <sqlite3.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/real_nsys.hpp"
#include "support/temporary_folder.hpp"

namespace {

using llmprof::tests::output_of;
using Rows = std::vector<std::string>;

std::string find_nsys() {
  std::string const nsys = llmprof::tests::real_nsys();
  if (nsys.empty()) SKIP(llmprof::tests::no_nsys_message);
  return '"' + nsys + '"';
}

// One row per event in time order: `kind domain@name int64 uint64`, kind being 59 push/pop, 60 start/end, 34
// mark.
constexpr char const* events_query = R"(
  SELECT event.eventType || ' ' || domain.text || '@' || coalesce(name.value, event.text) || ' ' ||
         coalesce(event.int64Value, '-') || ' ' || coalesce(event.uint64Value, '-')
  FROM NVTX_EVENTS AS event
  LEFT JOIN StringIds AS name ON name.id = event.textId
  JOIN NVTX_EVENTS AS domain ON domain.eventType = 75 AND domain.domainId = event.domainId
  WHERE event.eventType IN (34, 59, 60)
  ORDER BY event.start)";

Rows read_events(std::string const& file) {
  sqlite3* database = nullptr;
  int const opened = sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> const closer{database, &sqlite3_close};
  REQUIRE(opened == SQLITE_OK);
  sqlite3_stmt* statement = nullptr;
  int const prepared = sqlite3_prepare_v2(database, events_query, -1, &statement, nullptr);
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> const finaliser{statement, &sqlite3_finalize};
  INFO(sqlite3_errmsg(database));
  REQUIRE(prepared == SQLITE_OK);
  Rows rows;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    rows.emplace_back(reinterpret_cast<char const*>(sqlite3_column_text(statement, 0)));
  }
  return rows;
}

Rows profile(std::string const& options) {
  std::string const nsys = find_nsys();
  TemporaryFolder const folder;
  std::string const report = (folder / "run.nsys-rep").string();
  std::string const sqlite = (folder / "run.sqlite").string();
  // The variable would let nsys trigger on strings that are not registered: the header must do without.
  std::string log = output_of("env -u NSYS_NVTX_PROFILER_REGISTER_ONLY " + nsys +
                              " profile --trace=nvtx --sample=none --cpuctxsw=none " + options +
                              " --output \"" + report + "\" \"" LLMPROF_NSYS_PROGRAM "\" 2>&1");
  log += output_of(nsys + " export --type sqlite --output \"" + sqlite + "\" \"" + report + "\" 2>&1");
  INFO(log);
  REQUIRE(std::filesystem::exists(sqlite));
  return read_events(sqlite);
}

}  // namespace

TEST_CASE("nsys records the ranges with domain and payload and marks", "[nsys]") {
  Rows const rows = profile("");
  REQUIRE(rows == Rows{"59 LLM@warmup - -", "59 LLM@prefill - 512", "34 LLM@tokens 1 -",
                       "59 LLM@decode_all - -", "59 LLM@decode_step 8 -", "59 LLM@attention - -",
                       "59 LLM@decode_step 8 -", "59 LLM@attention - -", "59 LLM@decode_step 8 -",
                       "59 LLM@attention - -", "34 LLM@tokens 24 -", "60 LLM@request 42 -"});
}

TEST_CASE("nsys triggers a gated capture because the name of a phase is registered", "[nsys]") {
  Rows const rows = profile("--capture-range=nvtx --nvtx-capture=prefill@LLM --capture-range-end=stop");
  REQUIRE(rows == Rows{"59 LLM@prefill - 512", "34 LLM@tokens 1 -"});
}
