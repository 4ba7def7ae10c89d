// SPDX-License-Identifier: MIT
// The command lines under the real Nsight Systems. Skipped where there is none of 2023.4 or later;
// LLMPROF_TEST_NSYS names one.
#include "support/real_nsys.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <chrono>
#include <filesystem>

#include "llmprof/command/nsys_command.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;

namespace {

std::string find_nsys() {
  std::string const nsys = tests::real_nsys();
  if (nsys.empty()) SKIP(tests::no_nsys_message);
  return nsys;
}

/// Runs it as it is printed for a shell.
std::string run(ToolCommand const& command) {
  return tests::output_of("env " + shell_line(command) + " 2>&1");
}

class Session {
 public:
  Session() : nsys_(find_nsys()) {}

  /// Ranges of the program are recorded, no sampling: that needs rights.
  [[nodiscard]] NsysCommand command(std::vector<std::string> workload) const {
    NsysCommand command;
    command.workload = std::move(workload);
    command.workload.insert(command.workload.begin(), LLMPROF_NAMED_RANGES);
    command.tool = nsys_;
    command.trace = {"nvtx"};
    command.output = (folder_ / "run").string();
    command.overwrite = true;
    return command;
  }

  [[nodiscard]] std::string record(NsysCommand const& command) const {
    return tests::record_with_nsys("env " + shell_line(make_command(command)), folder_.path());
  }

  [[nodiscard]] std::string report(std::optional<std::uint64_t> capture = std::nullopt) const {
    return nsys_report_file((folder_ / "run").string(), known_nsys, capture);
  }

  /// The names of the push/pop ranges in a report, as nsys stats prints the table; empty without a report.
  [[nodiscard]] std::string ranges(std::string const& report) const {
    if (!std::filesystem::exists(report)) return {};
    NsysStatsCommand stats;
    stats.tool = nsys_;
    stats.input = report;
    stats.reports = {"nvtx_pushpop_sum"};
    return run(make_command(stats));
  }

 private:
  std::string nsys_;
  TemporaryFolder folder_;
};

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

NsysCapture on(Label label, NsysRangeEnd end = NsysRangeEnd::stop) {
  return {.trigger = NsysTrigger::nvtx, .range = std::move(label), .end = end};
}

}  // namespace

TEST_CASE("nsys captures the range of a label, whatever is in its name", "[nsys]") {
  auto const label = GENERATE(Label{"LLM", "prefill"}, Label{"", "prefill"}, Label{"D", "a@b"},
                              Label{"D@E", "c"}, Label{"D", "a\\b"}, Label{"D\\E", "c"},
                              Label{"D", "x y, z:d/e"}, Label{"", "a@b"}, Label{"", "a\\b"});
  CAPTURE(label.domain, label.name);
  Session const session;
  NsysCommand command =
      session.command({"registered", "other", "before", label.domain, label.name, "other", "after"});
  command.capture = on(label);
  std::string const log = session.record(command);
  CAPTURE(log);
  std::string const ranges = session.ranges(session.report());
  CAPTURE(ranges);
  CHECK(has(ranges, label.name));
  CHECK_FALSE(has(ranges, "before"));
  CHECK_FALSE(has(ranges, "after"));
}

TEST_CASE("nsys finds names that are not registered, unless told not to", "[nsys]") {
  Session const session;
  NsysCommand command = session.command({"plain", "LLM", "prefill"});
  command.capture = on({"LLM", "prefill"});
  command.unregistered_names = GENERATE(true, false);
  std::string const log = session.record(command);
  CAPTURE(log);
  CHECK(has(session.ranges(session.report()), "prefill") == command.unregistered_names);
}

TEST_CASE("nsys captures a range in any domain", "[nsys]") {
  Session const session;
  NsysCommand command = session.command({"registered", "x", "before", "anything", "prefill"});
  command.capture = on({"", "prefill"});
  command.capture.any_domain = true;
  std::string const log = session.record(command);
  CAPTURE(log);
  CHECK(has(session.ranges(session.report()), "anything:prefill"));
}

TEST_CASE("nsys repeats a capture as often as asked for", "[nsys]") {
  Session const session;
  NsysCommand command = session.command({"registered", "D", "a", "D", "a", "D", "a"});
  command.capture = on({"D", "a"}, NsysRangeEnd::repeat);
  command.capture.repeat = 2;
  std::string const log = session.record(command);
  CAPTURE(log);
  CHECK(has(session.ranges(session.report(1)), "D:a"));
  CHECK(has(session.ranges(session.report(2)), "D:a"));
  CHECK_FALSE(std::filesystem::exists(session.report(3)));
}

TEST_CASE("nsys records the ranges of the domains that are asked for", "[nsys]") {
  Session const session;
  NsysCommand command =
      session.command({"registered", "LLM", "r1", "a,b", "r2", "c\\d", "r3", "default", "r4", "", "r5"});
  auto const [domain, range] = GENERATE(table<std::string, std::string>(
      {{"LLM", "r1"}, {"a,b", "r2"}, {"c\\d", "r3"}, {"default", "r4"}, {"", "r5"}}));
  CAPTURE(domain);
  bool const excludes = GENERATE(false, true);
  (excludes ? command.exclude_domains : command.include_domains) = {domain};
  std::string const log = session.record(command);
  std::string const ranges = session.ranges(session.report());
  CAPTURE(log, ranges);
  for (std::string const each : {"r1", "r2", "r3", "r4", "r5"}) {
    bool const is_there = has(ranges, "," + each) || has(ranges, ":" + each);  // paths may have any letters
    CHECK(is_there == ((each == range) != excludes));
  }
}

TEST_CASE("nsys takes every option that is modelled", "[nsys]") {
  Session const session;
  NsysCommand command = session.command({"registered", "D", "a"});
  command.trace = {"cuda", "nvtx", "osrt"};
  command.delay = std::chrono::milliseconds(0);
  command.duration = std::chrono::seconds(20);
  command.kill = NsysKill::sigterm;
  command.wait = NsysWait::primary;
  command.graphs = NsysGraphs::node;
  command.trace_fork_before_exec = true;
  command.extra = {"--show-output=false"};
  std::string const log = session.record(command);
  CAPTURE(log);
  REQUIRE(std::filesystem::exists(session.report()));
  NsysExportCommand to_sqlite;
  to_sqlite.tool = command.tool;
  to_sqlite.report = session.report();
  to_sqlite.output = session.report() + ".sqlite";
  to_sqlite.overwrite = true;
  std::string const exported = run(make_command(to_sqlite));
  CAPTURE(exported);
  CHECK(std::filesystem::exists(to_sqlite.output));
}
