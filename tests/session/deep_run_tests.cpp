// SPDX-License-Identifier: MIT
// `llmprof run --mode deep`: kernels of the fake GPU, and an ncu that measures them as it is told on good and
// bad days.
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>

#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/session/inputs.hpp"
#include "support/collected_run.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
namespace fs = std::filesystem;

constexpr char const* raw_csv =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__throughput.avg.pct_of_peak_sustained_elapsed","gpu__time_duration.sum"
"","","","","","","","","","","","%","ns"
"0","1","engine","host","gemm","1","7","(0, 0, 0)","(0, 0, 0)","0","9.0","61.5","5100"
"1","1","engine","host","layer_kernel","1","7","(0, 0, 0)","(0, 0, 0)","0","9.0","12.25","510"
)csv";

/// An ncu that lists what the real one does, and whose run and import do what the scripts say. In them $out
/// is the report's path without extension.
std::string stand_in(Runner const& runner, std::string const& run, std::string const& import) {
  fs::path const path = runner.folder() / "ncu";
  std::string const data = LLMPROF_TEST_DATA;
  put_file(runner.folder() / "raw.csv", raw_csv);
  put_file(path,
           "#!/bin/sh\ncase \" $* \" in\n*' --version '*) echo 'Version 2025.3.1.0 (build 1) "
           "(public-release)'; exit;;\n" +
               ("*' --list-sections '*) cat '" + data + "/ncu-lists/sections-2024.1.1.txt'; exit;;\n") +
               "*' --query-metrics '*) cat '" + data +
               "/ncu-lists/metrics-2024.1.1-gh100-excerpt.txt'; exit;;\n" + "*' --import '*) " + import +
               "; exit;;\nesac\n" + "while [ \"$1\" != --export ]; do shift; done\nout=$2\n" + run + "\n");
  chmod(path.c_str(), 0755);
  return path.string();
}

std::string import_of(Runner const& runner) { return "cat '" + (runner.folder() / "raw.csv").string() + "'"; }

Ran run_deep(Runner& runner, std::string const& ncu, std::string const& options = "") {
  return runner.run("'" LLMPROF_GPU_PROGRAM "'", "--mode deep --set ncu.path='" + ncu + "' " + options,
                    "LLMPROF_CUPTI='" LLMPROF_FAKE_GPU "'");
}

}  // namespace

TEST_CASE("a deep session has the counters beside the times, and says before what it is going to measure") {
  Runner runner;
  Ran const ran = run_deep(runner, stand_in(runner, "echo report > \"$out.ncu-rep\"", import_of(runner)));
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  std::string const line = get_file(ran.folder / "ncu" / "cmd.txt");
  CHECK(line.find("--kernel-id") != std::string::npos);
  CHECK(line.find("gemm") != std::string::npos);
  CHECK(line.find(LLMPROF_GPU_PROGRAM) != std::string::npos);
  CHECK(ran.says("layer_kernel"));  // the plan
  for (auto const* const name :
       {"ncu/plan.json", "ncu/sections.txt", "ncu/raw.csv", "ncu/details.csv", "ncu/metrics.json",
        "ncu/kernels.ncu-rep", "ncu/stdout.txt", "cupti/trace.sqlite", "report.md"}) {
    INFO(name);
    CHECK(fs::exists(ran.folder / name));
  }
  CHECK(read_manifest(Artifacts::from_root(ran.folder)).complete);
  std::string const report = get_file(ran.folder / "report.md");
  CHECK(report.find("Hardware counters") != std::string::npos);
  CHECK(report.find("61.5") != std::string::npos);
  std::string const kernels = get_file(ran.folder / "kernels.md");
  CHECK(kernels.find("| DRAM % |") != std::string::npos);
  CHECK(kernels.find("| 61.5 |") != std::string::npos);
  CHECK(kernels.find("| n/a |") != std::string::npos);  // what was not measured
}

TEST_CASE("planned kernels that ncu did not measure are named") {
  Runner runner;
  std::string const ncu = stand_in(runner, "echo report > \"$out.ncu-rep\"", import_of(runner));
  std::string const csv = get_file(runner.folder() / "raw.csv");
  put_file(runner.folder() / "raw.csv", csv.substr(0, csv.find("\"1\",\"1\"")));  // gemm alone
  Ran const ran = run_deep(runner, ncu);
  CHECK(ran.status == 0);
  CHECK(ran.says("planned kernels have no counters, for ncu measured other launches in their place"));
  CHECK(ran.says("layer_kernel"));
}

TEST_CASE("where ncu measures nothing, the times are reported, and the reason and its cure are said") {
  Runner runner;
  Ran const ran = run_deep(
      runner,
      stand_in(runner, "echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission'; exit 1",
               import_of(runner)));
  CHECK(ran.status == 125);
  CHECK(ran.says("no counters were measured"));
  CHECK(ran.says("this user may not read the GPU's counters"));
  CHECK(fs::exists(ran.folder / "report.md"));
  CHECK(load_inputs({ran.folder}).profile.total.calls == 19);
  CHECK_FALSE(read_manifest(Artifacts::from_root(ran.folder)).complete);
}

TEST_CASE("a range that the workload never opened is said with those that it did, before ncu runs") {
  Runner runner;
  std::string const ncu =
      stand_in(runner, "touch '" + (runner.folder() / "began").string() + "'", import_of(runner));
  Ran const ran = run_deep(runner, ncu, "--region LLM@prefill");
  CHECK(ran.status == 3);
  CHECK(ran.says("there was no range LLM@prefill; ranges that were seen: prefill, decode_all"));
  CHECK_FALSE(fs::exists(runner.folder() / "began"));
  CHECK(fs::exists(ran.folder / "report.md"));
}

TEST_CASE("of a region, as many launches are measured as one occurrence has; a number of one's own counts") {
  std::string said;
  auto const line = [&](char const* options) {
    Runner runner;
    Ran const ran =
        run_deep(runner, stand_in(runner, "echo report > \"$out.ncu-rep\"", import_of(runner)), options);
    INFO(ran.err);
    CHECK(ran.status == 0);
    said = ran.err;
    return get_file(ran.folder / "ncu" / "cmd.txt");
  };
  CHECK(line("--region prefill --region decode_step").find("--launch-count 5 ") != std::string::npos);
  CHECK(line("--region prefill").find("--launch-count 2 ") != std::string::npos);
  CHECK(said.find("at most 2 launches in prefill are measured") != std::string::npos);
  CHECK(said.find("passes over each: 15 to 18") != std::string::npos);
  CHECK(line("--region prefill --set ncu.launch_count=7").find("--launch-count 7 ") != std::string::npos);
}

TEST_CASE("a report that ncu cannot read again is kept, and said") {
  Runner runner;
  Ran const ran =
      run_deep(runner, stand_in(runner, "echo report > \"$out.ncu-rep\"", "echo 'not a report' >&2; exit 1"));
  CHECK(ran.status == 125);
  CHECK(ran.says("ncu could not read its own report"));
  CHECK(ran.says("not a report"));
  CHECK(fs::exists(ran.folder / "ncu" / "kernels.ncu-rep"));
}

TEST_CASE("sections and metrics that this ncu lacks are left out, and named") {
  Runner runner;
  Ran const ran = run_deep(
      runner, stand_in(runner, "echo report > \"$out.ncu-rep\"", import_of(runner)),
      "--set ncu.sections=SpeedOfLight,NoSuchSection --set ncu.metrics=dram__bytes_read.sum,no__such.sum");
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.says("NoSuchSection"));
  CHECK(ran.says("no__such.sum"));
  std::string const line = get_file(ran.folder / "ncu" / "cmd.txt");
  CHECK(line.find("NoSuchSection") == std::string::npos);
  CHECK(line.find("no__such") == std::string::npos);
  CHECK(line.find("dram__bytes_read.sum") != std::string::npos);
}

TEST_CASE("without an ncu nothing is run") {
  Runner runner;
  Ran const ran = run_deep(runner, "/no/such/ncu");
  CHECK(ran.status == 125);
  CHECK(ran.says("/no/such/ncu"));
  CHECK(ran.folder.empty());
}

TEST_CASE("a workload that failed or was ended is not run again under ncu") {
  Runner runner;
  std::string const ncu =
      stand_in(runner, "touch '" + (runner.folder() / "began").string() + "'", import_of(runner));
  Ran const failed = runner.run("sh -c 'exit 3'", "--mode deep --set ncu.path='" + ncu + "'");
  CHECK(failed.status == 3);
  CHECK(failed.says("no counters were measured: the workload failed with exit status 3"));
  Ran const ended = runner.run("sleep 9", "--mode deep --timeout 1 --set ncu.path='" + ncu + "'");
  CHECK(ended.status == 124);
  CHECK_FALSE(fs::exists(runner.folder() / "began"));
}

TEST_CASE("the dry run of a deep session has ncu's line, too, and makes nothing") {
  Runner runner;
  Ran const ran = runner.run("no-such-program", "--mode deep --dry-run");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("RUN/ncu/kernels") != std::string::npos);
  CHECK(ran.out.find("chosen after the timeline") != std::string::npos);
  CHECK(ran.folder.empty());
}

TEST_CASE("an ncu that takes too long is ended after ncu.timeout, and the run is partial") {
  Runner runner;
  Ran const ran =
      run_deep(runner, stand_in(runner, "echo report > \"$out.ncu-rep\"; sleep 20", import_of(runner)),
               "--set ncu.timeout=1");
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.says("the run is partial: ncu was ended after the time of ncu.timeout"));
  CHECK_FALSE(read_manifest(Artifacts::from_root(ran.folder)).complete);
  CHECK(fs::exists(ran.folder / "ncu" / "metrics.json"));  // what was measured until then
}
