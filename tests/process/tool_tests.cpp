// SPDX-License-Identifier: MIT
#include "libllmprof/process/tool.hpp"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

ToolCall call(TemporaryFolder const& folder, std::vector<std::string> argv) {
  return {.argv = std::move(argv), .output = folder / "out.txt", .errors = folder / "err.txt"};
}

ToolCall shell(TemporaryFolder const& folder, std::string const& script) {
  return call(folder, {"sh", "-c", script});
}

}  // namespace

TEST_CASE("A tool's output, errors and exit status come back") {
  TemporaryFolder const folder;
  ToolEnd const end = run_tool(shell(folder, "echo out; echo err >&2; exit 3"));
  CHECK(end.status == 3);
  CHECK_FALSE(end.is_success());
  CHECK(get_file(folder / "out.txt") == "out\n");
  CHECK(get_file(folder / "err.txt") == "err\n");
  CHECK(describe(end, {}) == "exit status 3");
}

TEST_CASE("Arguments go to the tool as they are, and it has no standard input") {
  TemporaryFolder const folder;
  CHECK(run_tool(call(folder, {"printf", "%s|", "a b", "$(x)", "*"})).is_success());
  CHECK(get_file(folder / "out.txt") == "a b|$(x)|*|");
  CHECK(run_tool(call(folder, {"cat"})).is_success());
}

TEST_CASE("A signal is told from an exit status") {
  TemporaryFolder const folder;
  ToolEnd const end = run_tool(shell(folder, "kill -SEGV $$"));
  CHECK(end.signal == SIGSEGV);
  CHECK_FALSE(end.is_success());
  CHECK(run_tool(shell(folder, "exit 11")).signal == 0);
}

TEST_CASE("A tool that does not end is killed with its children") {
  TemporaryFolder const folder;
  ToolCall hung = shell(folder, "trap '' TERM; sleep 60 & echo $!; wait; sleep 60");
  hung.deadline = std::chrono::seconds(1);
  auto const begin = std::chrono::steady_clock::now();
  ToolEnd const end = run_tool(hung);
  CHECK(end.timed_out);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  CHECK(describe(end, hung) == "not done after 1 s");
  pid_t const child = std::stoi(get_file(folder / "out.txt"));
  // It may be a zombie for a moment until init has taken it.
  for (int i = 0; i < 100 && ::kill(child, 0) == 0; ++i) ::usleep(50'000);
  std::string state;
  if (::kill(child, 0) == 0) state = get_file("/proc/" + std::to_string(child) + "/stat");
  CHECK((state.empty() || state.find(") Z") != std::string::npos));
}

TEST_CASE("A tool that is not there is said to be not found") {
  TemporaryFolder const folder;
  CHECK_THROWS_WITH((void)run_tool(call(folder, {"no-such-tool-llmprof"})),
                    "no-such-tool-llmprof: not found");
  CHECK_THROWS_AS((void)run_tool(call(folder, {"/etc/passwd"})), IoError);
}
