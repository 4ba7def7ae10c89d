// SPDX-License-Identifier: MIT
// The header under the real Nsight Systems. Skipped where there is none of 2023.4 or later; LLMPROF_TEST_NSYS
// names one.
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

using Rows = std::vector<std::string>;

// What the command prints. A hung tool is killed with its children: nsys can hang for ever in a sandbox.
std::string output_of(std::string const& command) {
  std::unique_ptr<FILE, int (*)(FILE*)> const pipe{
      popen(("timeout --kill-after=5 60 " + command + " 2>&1").c_str(), "r"), &pclose};
  REQUIRE(pipe != nullptr);
  std::string output;
  std::array<char, 4096> block;
  while (std::size_t const size = std::fread(block.data(), 1, block.size(), pipe.get()))
    output.append(block.data(), size);
  return output;
}

// 2023.4 as 202304; 0 if this is no nsys.
int version_of(std::string const& nsys) {
  std::string const output = output_of('"' + nsys + "\" --version");
  std::string const word = "version ";
  std::size_t const at = output.find(word);
  int year = 0;
  int release = 0;
  if (at == std::string::npos) return 0;
  return std::sscanf(output.c_str() + at + word.size(), "%d.%d", &year, &release) == 2 ? year * 100 + release
                                                                                       : 0;
}

std::string find_nsys() {
  char const* const chosen = std::getenv("LLMPROF_TEST_NSYS");
  std::string const nsys = chosen != nullptr && *chosen != '\0' ? chosen : "nsys";
  if (version_of(nsys) < 202304) SKIP("no Nsight Systems 2023.4 or later; set LLMPROF_TEST_NSYS to one");
  return '"' + nsys + '"';
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "llmprof-nvtx-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
  std::string operator/(std::string const& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

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
  std::string const report = folder / "run.nsys-rep";
  std::string const sqlite = folder / "run.sqlite";
  // The variable would let nsys trigger on strings that are not registered: the header must do without.
  std::string log = output_of("env -u NSYS_NVTX_PROFILER_REGISTER_ONLY " + nsys +
                              " profile --trace=nvtx --sample=none --cpuctxsw=none " + options +
                              " --output \"" + report + "\" \"" LLMPROF_NSYS_PROGRAM "\"");
  log += output_of(nsys + " export --type sqlite --output \"" + sqlite + "\" \"" + report + '"');
  INFO(log);
  REQUIRE(fs::exists(sqlite));
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
