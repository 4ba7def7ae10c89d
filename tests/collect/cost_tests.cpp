// SPDX-License-Identifier: MIT
// What `llmprof run` says about its own cost. No GPU is needed.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "libllmprof/collect/spool_format.hpp"
#include "libllmprof/collect/trace_file.hpp"
#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/parse/profile_json.hpp"
#include "llmprof/report/profile_json.hpp"
#include "support/collected_run.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

/// What a later reader of the run folder gets.
Profile written_profile(Ran const& ran) {
  REQUIRE(!ran.folder.empty());
  std::string const text = get_file(ran.folder / "profile.json");
  Profile profile = read_profile_json(text, "profile.json");
  CHECK(to_json(profile) == text);
  return profile;
}

CollectionCost cost_of(Ran const& ran) {
  Profile const profile = written_profile(ran);
  REQUIRE(profile.collection.has_value());
  return *profile.collection;
}

std::string notes_of(Profile const& profile) {
  std::string notes;
  for (Diagnostic const& diagnostic : profile.diagnostics) {
    if (diagnostic.severity == Severity::note) notes += diagnostic.text + '\n';
  }
  return notes;
}

/// A spool of a process without any record.
void put_spool(std::filesystem::path const& path, spool::Header header) {
  header.next_chunk = spool::header_bytes;
  std::string page(spool::header_bytes, '\0');
  page.replace(0, sizeof(header), reinterpret_cast<char const*>(&header), sizeof(header));  // NOLINT
  put_file(path, page);
}

/// For the shell. @param script Must not have double quotes.
std::string shell(std::string const& script) { return "/bin/sh -c \"" + script + "\""; }

constexpr std::int64_t millisecond = 1'000'000;

}  // namespace

TEST_CASE("profile.json and report.md have what collecting cost") {
  Runner runner;
  Ran const ran = runner.run(program);
  CollectionCost const cost = cost_of(ran);
  CHECK(cost.processes == 1);
  CHECK(cost.ranges == 6);  // prefill, decode_all, 4 steps
  CHECK(cost.launches == 0);
  CHECK(cost.gpu_records == 0);
  CHECK(cost.dropped == 0);
  CHECK(cost.spool_bytes > 6 * sizeof(spool::RangeRecord));
  CHECK_FALSE(cost.flush_ns.has_value());  // no CUDA, no CUPTI
  CHECK(cost.workload_wall_ns >= 9 * millisecond);
  CHECK(cost.workload_wall_ns < 60'000 * millisecond);
  CHECK_FALSE(cost.without_wall_ns.has_value());

  std::string const report = get_file(ran.folder / "report.md");
  CHECK_THAT(report,
             ContainsSubstring("\n## What collecting cost\n\n- Recorded: 6 ranges, 0 launches and 0 GPU "
                               "records of 1 process(es), " +
                               std::to_string(cost.spool_bytes) + " bytes\n"));
  CHECK_THAT(report, ContainsSubstring("on other threads: n/a\n"));
  CHECK_THAT(report, !ContainsSubstring("Compared:"));
  CHECK_FALSE(profile_of(ran).collection.has_value());  // the capture alone does not tell
}

TEST_CASE("every process that was recorded counts once") {
  Runner runner;
  CollectionCost const forked = cost_of(runner.run(program + "fork"));
  CHECK(forked.processes == 2);
  CHECK(forked.ranges == 6 + 4);
  Runner second;
  CollectionCost const replaced = cost_of(second.run(program + "exec"));
  CHECK(replaced.processes == 1);  // it replaced its program, and has two spools
  CHECK(replaced.ranges == 6 + 6);
}

TEST_CASE("what had no room is a figure") {
  Runner runner;
  Ran const ran = runner.run(program + "many", "--max-size 1000000");
  CollectionCost const cost = cost_of(ran);
  CHECK(cost.dropped > 100'000);
  CHECK(cost.spool_bytes < 1'000'000);
  CHECK_THAT(get_file(ran.folder / "report.md"), ContainsSubstring("; " + std::to_string(cost.dropped) +
                                                                   " more were dropped for want of room\n"));
}

TEST_CASE("times of the collector are summed over processes, and absent where there are none") {
  TemporaryFolder const folder;
  put_spool(folder / "1-1-0.spool", {.pid = 1, .process_start = 1, .callback_ns = 30});
  put_spool(folder / "2-1-0.spool", {.pid = 2, .process_start = 1, .flush_ns = 5});
  CollectedFacts facts = write_trace_file(folder / "", folder / "first.sqlite");
  CHECK(facts.cost.callback_ns == 30);
  CHECK_FALSE(facts.cost.flush_ns.has_value());  // CUPTI was not there

  put_spool(folder / "3-1-0.spool", {.pid = 3,
                                     .process_start = 1,
                                     .dropped = 2,
                                     .cupti_dropped = 3,
                                     .device_records = 7,
                                     .flush_ns = 5,
                                     .callback_ns = 12,
                                     .cupti = spool::Attach::attached});
  facts = write_trace_file(folder / "", folder / "second.sqlite");
  CHECK(facts.cost.processes == 3);
  CHECK(facts.cost.gpu_records == 7);
  CHECK(facts.cost.dropped == 5);
  CHECK(facts.cost.flush_ns == 5);
  CHECK(facts.cost.callback_ns == 42);

  // a header that lies
  put_spool(folder / "4-1-0.spool",
            {.pid = 4, .process_start = 1, .callback_ns = std::numeric_limits<std::uint64_t>::max()});
  CHECK(write_trace_file(folder / "", folder / "third.sqlite").cost.callback_ns ==
        std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("with --ab the workload runs twice, and the wall times are compared") {
  Runner runner;
  Ran const ran = runner.run(program, "--ab");
  CHECK(ran.status == 0);
  CHECK(ran.out == "no input\nno input\n");
  CollectionCost const cost = cost_of(ran);
  CHECK(cost.ranges == 6);  // of the second run alone
  REQUIRE(cost.without_wall_ns.has_value());
  CHECK(*cost.without_wall_ns >= 9 * millisecond);
  CHECK_THAT(ran.err, EndsWith("\nllmprof: " + comparison_text(cost) + '\n'));
  CHECK_THAT(get_file(ran.folder / "report.md"), ContainsSubstring("- Compared: " + comparison_text(cost)));
}

TEST_CASE("the first run of --ab has nothing of the collector in its environment") {
  Runner runner;
  Ran const ran = runner.run(
      shell("env | grep -c -e ^LLMPROF_SPOOL -e ^LLMPROF_GRAPHS -e INJECTION64_PATH; " + program), "--ab");
  CHECK(ran.out == "0\nno input\n6\nno input\n");
}

TEST_CASE("the comparison in words") {
  CollectionCost cost;
  CHECK(comparison_text(cost).empty());
  cost.workload_wall_ns = 1260 * millisecond;
  cost.without_wall_ns = 1234 * millisecond;
  CHECK(comparison_text(cost) == "without collection 1.234 s, with 1.260 s: +2.1 %");
  cost.workload_wall_ns = 1200 * millisecond;
  CHECK(comparison_text(cost) == "without collection 1.234 s, with 1.200 s: -2.8 %");
  cost.without_wall_ns = cost.workload_wall_ns;
  CHECK(comparison_text(cost) == "without collection 1.200 s, with 1.200 s: +0.0 %");
  cost.without_wall_ns = 0;
  CHECK(comparison_text(cost) == "without collection 0.000 s, with 1.200 s: n/a");
}

TEST_CASE("a first run of --ab that does not succeed is the last, and leaves no run folder") {
  struct Case {
    std::string workload;
    std::string options;
    int status;
    char const* says;
  };
  Runner runner;
  std::string const ignoring = shell("trap '' INT; kill -INT \\$PPID; sleep 0.5");
  for (auto const& [workload, options, status, says] :
       {Case{program + "fail", "", 3, "the workload failed with exit status 3"},
        Case{program + "kill", "", 137, "the workload was ended by a signal (Killed)"},
        Case{program + "sleep", "--timeout 1", 124, "the workload was ended after the time of --timeout"},
        Case{shell("kill -INT \\$PPID; sleep 10"), "", 130, "the workload was interrupted (Interrupt)"},
        Case{ignoring, "", 125, "the workload was interrupted (Interrupt)"},
        Case{"./no-such-program", "", 127, "not found"}}) {
    INFO(workload);
    Ran const ran = runner.run(workload, "--ab " + options);
    CHECK(ran.status == status);
    CHECK(ran.folder.empty());
    CHECK_THAT(ran.err, StartsWith("llmprof: error: ") && ContainsSubstring(says));
  }
}

TEST_CASE("a second run of --ab that does not succeed is a partial run, and compared to nothing") {
  TemporaryFolder const folder;
  std::string const file = "'" + (folder / "ran").string() + "'";
  Runner runner;
  Ran const ran = runner.run(
      shell("if test -e " + file + "; then " + program + "fail; else touch " + file + "; fi"), "--ab");
  CHECK(ran.status == 3);
  CHECK_FALSE(cost_of(ran).without_wall_ns.has_value());
  CHECK_FALSE(read_manifest(Artifacts::from_root(ran.folder)).complete);
  CHECK_THAT(ran.err, !ContainsSubstring("without collection"));
}

TEST_CASE("a program that was not recorded itself is named beside its children") {
  Runner runner;
  Profile const of_shell = written_profile(runner.run(shell(program + "; true")));
  CHECK_THAT(notes_of(of_shell),
             ContainsSubstring("the program itself, /bin/sh (process ") &&
                 ContainsSubstring("), was not recorded, only 1 process(es) that it started"));
  Runner second;
  Profile const of_program = written_profile(second.run(shell("exec " + program)));
  CHECK_THAT(notes_of(of_program), !ContainsSubstring("was not recorded"));
}
