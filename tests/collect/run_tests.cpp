// SPDX-License-Identifier: MIT
// `llmprof run` as people run it: the tool, the injected library, and a program. No GPU is needed.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "llmprof/session/inputs.hpp"
#include "support/collected_run.hpp"
#include "support/real_nsys.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
namespace fs = std::filesystem;

/// Of the phase `label` directly inside a decode step; 0 if there is none.
std::uint64_t calls_in_step(Profile const& profile, std::string const& label) {
  for (PhaseProfile const& phase : profile.phases) {
    bool const in_step = phase.path.size() == 3 && to_string(phase.path[1]) == "LLM@decode_step";
    if (in_step && to_string(phase.path.back()) == label) return phase.calls.value_or(0);
  }
  return 0;
}

}  // namespace

TEST_CASE("the workload has its streams and its exit status, and leaves a whole run folder") {
  Runner runner;
  Ran const ran = runner.run(program);
  CHECK(ran.status == 0);
  CHECK(ran.out == "no input\n");
  CHECK(ran.err.find("no process of the workload initialised CUDA") != std::string::npos);
  check_engine(profile_of(ran));
  for (auto const* const name :
       {"manifest.json", "profile.json", "report.md", "stakeholder_summary.md", "env.json"}) {
    CHECK(fs::exists(ran.folder / name));
  }
  Manifest const manifest = read_manifest(Artifacts::from_root(ran.folder));
  CHECK(manifest.complete);
  CHECK(manifest.argv.front() == LLMPROF_MARKED_PROGRAM);
  CHECK_FALSE(fs::exists(ran.folder / "cupti" / "spool"));
}

TEST_CASE("what was recorded survives a workload that is killed, crashes, or leaves without saying so") {
  Runner runner;
  struct Case {
    char const* what;
    int status;
  };
  for (auto const& [what, status] :
       {Case{"kill", 137}, Case{"segv", 139}, Case{"exit", 0}, Case{"fail", 3}}) {
    INFO(what);
    Ran const ran = runner.run(program + what);
    CHECK(ran.status == status);
    check_engine(profile_of(ran));
    bool const partial = ran.err.find("the run is partial") != std::string::npos;
    CHECK(partial == (status != 0));
    CHECK(read_manifest(Artifacts::from_root(ran.folder)).complete == (status == 0));
    fs::remove_all(ran.folder);
  }
}

TEST_CASE("a forked child and a replaced program have spools of their own") {
  Runner runner;
  Profile const forked = profile_of(runner.run(program + "fork"));
  check_engine(forked);
  CHECK(instances(forked, "LLM@child") == 1);
  CHECK(instances(forked, "in_child") == 3);

  Runner second;
  Profile const replaced = profile_of(second.run(program + "exec"));
  CHECK(instances(replaced, "LLM@prefill") == 2);
}

TEST_CASE("threads, closed descriptors and ranges that end elsewhere lose nothing") {
  Runner runner;
  CHECK(instances(profile_of(runner.run(program + "threads")), "thread") == 64 * 2000);
  Runner second;
  CHECK(instances(profile_of(second.run(program + "close")), "later") == 20000);
  Runner third;
  CHECK(instances(profile_of(third.run(program + "other-thread")), "LLM@Gr\u00f6\u00dfe") == 1);
}

TEST_CASE("odd names and unbalanced pops are kept, or counted") {
  Runner runner;
  Ran const ran = runner.run(program + "odd");
  CHECK(ran.status == 0);
  Profile const profile = profile_of(ran);
  check_engine(profile);
  CHECK(instances(profile, std::string(8192, 'x')) == 2);
  CHECK(instances(profile, "LLM@left open") == 1);
  CHECK(ran.err.find("NVTX name(s) were cut to 8192 bytes") != std::string::npos);
  CHECK(ran.err.find("1 NVTX range(s) were closed that were not open") != std::string::npos);
}

TEST_CASE("the size of the spool is bounded, and what is dropped is said") {
  Runner runner;
  Ran const ran = runner.run(program + "many", "--max-size 1000000");
  CHECK(ran.status == 0);
  check_engine(profile_of(ran));
  CHECK(ran.err.find("were dropped: the limit of --max-size was reached") != std::string::npos);
}

TEST_CASE("only the ranges of --capture are recorded, and what is inside them") {
  Runner runner;
  Ran const ran = runner.run(program + "steps", "--capture LLM@step --skip 2 --count 5");
  CHECK(ran.status == 0);
  Profile const profile = profile_of(ran);
  CHECK(instances(profile, "LLM@step") == 5);
  CHECK(instances(profile, "inside") == 5);
  CHECK(instances(profile, "LLM@inner") == 5);
  CHECK(profile.phases.size() == 3);  // neither what is between them nor what is around
  CHECK(get_file(ran.folder / "report.md").find("(LLM@step, the first 2 skipped, 5 recorded): 5 window(s)") !=
        std::string::npos);
  CHECK(ran.err.find("closed that were not open") == std::string::npos);
}

TEST_CASE("a range that a window cuts on another thread ends with it") {
  Runner runner;
  Ran const ran = runner.run(program + "two-threads", "--capture LLM@step");
  Profile const profile = profile_of(ran);
  CHECK(instances(profile, "LLM@step") == 2);
  CHECK(instances(profile, "before") == 0);
  CHECK(instances(profile, "across") == 1);
  CHECK(instances(profile, "second") == 1);
  for (PhaseProfile const& phase : profile.phases) CHECK(phase.path.size() == 1);  // not inside `across`
}

TEST_CASE("no range of another thread goes on from one window into the next") {
  Runner runner;
  Ran const ran = runner.run(program + "race", "--capture LLM@step");
  Trace const trace = read_nsys_sqlite(ran.folder / "cupti" / "trace.sqlite");
  std::vector<Nanoseconds> windows;
  for (Range const& range : trace.ranges) {
    if (trace.strings[range.name] == "step") windows.push_back(range.start);
  }
  std::sort(windows.begin(), windows.end());
  CHECK(windows.size() == 1500);
  std::size_t across = 0;
  for (Range const& range : trace.ranges) {
    if (trace.strings[range.name] != "beside") continue;
    // A window begins a little before the range that opens it.
    auto const next = std::upper_bound(windows.begin(), windows.end(), range.start + 100'000);
    if (next != windows.end() && range.end > *next) ++across;
  }
  CHECK(across <= 3);  // where both threads were interrupted in between
}

TEST_CASE("windows of time") {
  Runner runner;
  Ran const ran = runner.run(program + "slow-steps", "--delay 0.6 --duration 0.5");
  CHECK(ran.status == 0);
  Profile const profile = profile_of(ran);
  CHECK(instances(profile, "LLM@prefill") == 0);
  auto const steps = instances(profile, "LLM@step");
  CHECK(steps >= 3);
  CHECK(steps <= 6);
}

TEST_CASE("variables that another run left in the environment ask for no window") {
  Runner runner;
  Ran const ran = runner.run(program, "",
                             "env LLMPROF_CAPTURE_NAME=x LLMPROF_CAPTURE_FROM=18446744073709551615 "
                             "LLMPROF_CAPTURE_FOR=1");
  CHECK(ran.status == 0);
  check_engine(profile_of(ran));
}

TEST_CASE("a window that does not open is a failure that says so") {
  Runner runner;
  Ran const ran = runner.run(program + "steps", "--capture LLM@step --skip 10");
  CHECK(ran.status == 125);
  CHECK(ran.err.find("(LLM@step, the first 10 skipped) was not met; there were 10 such range(s)") !=
        std::string::npos);
  CHECK(runner.run(program, "--skip 2").status == 2);
  CHECK(runner.run(program, "--capture LLM@").status == 2);
}

TEST_CASE("a workload that takes too long is ended, with status 124") {
  Runner runner;
  Ran const ran = runner.run(program + "sleep", "--timeout 1");
  CHECK(ran.status == 124);
  check_engine(profile_of(ran));
  CHECK(ran.err.find("not done after 1 s (--timeout)") != std::string::npos);
}

TEST_CASE("a program that is not there, or not executable, has the status of the shell") {
  Runner runner;
  CHECK(runner.run("./no-such-program").status == 127);
  Ran const ran = runner.run("/etc/passwd");
  CHECK(ran.status == 126);
  CHECK(ran.folder.empty());
}

TEST_CASE("nothing recorded is a failure that says why") {
  Runner runner;
  Ran const ran = runner.run("/bin/true");
  CHECK(ran.status == 125);
  CHECK(ran.err.find("neither initialised CUDA nor called NVTX") != std::string::npos);
}

TEST_CASE("another profiler is not disturbed, and named") {
  struct Case {
    std::string variables;
    std::string says;
  };
  Runner runner;
  for (auto const& [variables, says] :
       {Case{"CUDA_INJECTION64_PATH=x", "another CUDA tool is set up already (CUDA_INJECTION64_PATH is set)"},
        Case{"NVTX_INJECTION64_PATH=x", "another NVTX tool is set up already"},
        Case{"NSYS_PROFILING_SESSION_ID=1 CUDA_INJECTION64_PATH=x", "Nsight Systems is set up already"},
        Case{"NV_TPS_LAUNCH_TOKEN=x", "Nsight Compute is set up already"},
        Case{"NV_COMPUTE_PROFILER_PERFWORKS_DIR=x", "Nsight Compute is set up already"}}) {
    Ran const ran = runner.run(program, "", "env " + variables);
    CHECK(ran.status == 125);
    CHECK(ran.err.find(says) != std::string::npos);
  }
}

TEST_CASE("the real nsys is recognised") {
  std::string const nsys = llmprof::tests::real_nsys();
  if (nsys.empty()) SKIP(llmprof::tests::no_nsys_message);
  Runner runner;
  TemporaryFolder const folder;
  Ran const ran =
      runner.run(program, "", "'" + nsys + "' profile -t nvtx -o '" + (folder / "x").string() + "'");
  CHECK(ran.err.find("Nsight Systems is set up already") != std::string::npos);
  CHECK(ran.folder.empty());
}

TEST_CASE("the injected library needs the C library alone, of glibc 2.34, and exports its entry points") {
#if defined(LLMPROF_SANITIZED)
  SKIP("a sanitizer's library is needed, too");
#endif
  using llmprof::tests::output_of;
  std::string const needed = output_of("readelf -dW '" LLMPROF_INJECT_LIBRARY "' | grep NEEDED");
  REQUIRE(!needed.empty());
  std::istringstream lines(needed);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    bool const is_c_library =
        line.find("[libc.so.6]") != std::string::npos || line.find("[ld-linux") != std::string::npos ||
        line.find("[libdl.so.2]") != std::string::npos || line.find("[libpthread.so.0]") != std::string::npos;
    CHECK(is_c_library);
  }
  std::string const newest =
      output_of("objdump -T '" LLMPROF_INJECT_LIBRARY "' | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1");
  CHECK(output_of("printf '%s\\nGLIBC_2.34\\n' " + newest.substr(0, newest.find('\n')) +
                  " | sort -V | tail -n 1") == "GLIBC_2.34\n");
  CHECK(output_of("nm -D --defined-only '" LLMPROF_INJECT_LIBRARY "' | sed 's/.* //' | sort") ==
        "InitializeInjection\nInitializeInjectionNvtx2\n");
}

TEST_CASE("the real nsys reads our file and finds the same ranges") {
  std::string const nsys = llmprof::tests::real_nsys();
  if (nsys.empty()) SKIP(llmprof::tests::no_nsys_message);
  Runner runner;
  Ran const ran = runner.run(program);
  std::string const table =
      llmprof::tests::output_of("'" + nsys + "' stats -q -r nvtx_pushpop_sum --format csv '" +
                                (ran.folder / "cupti" / "trace.sqlite").string() + "' 2>&1");
  INFO(table);
  Profile const profile = profile_of(ran);
  for (PhaseProfile const& phase : profile.phases) {
    // Time (%),Total Time (ns),Instances,...,Range: nsys separates domain and name by a colon
    Label const& label = phase.path.back();
    std::string const figures =
        "," + std::to_string(phase.wall_ns.value()) + "," + std::to_string(phase.instances.value()) + ",";
    auto const at = table.find(figures);
    CHECK(at != std::string::npos);
    CHECK(table.substr(at, table.find('\n', at) - at).find(label.domain + ":" + label.name) !=
          std::string::npos);
  }
}

TEST_CASE(
    "kernels of an H200 belong to the ranges that launched them, in graphs to those that captured them") {
  auto const capture = [](char const* name) {
    return load_inputs({fs::path(LLMPROF_TEST_DATA) / "collector-h200" / name}).profile;
  };
  Profile const eager = capture("mini-engine-eager.sqlite");
  Profile const graphs = capture("mini-engine-graphs.sqlite");
  for (Profile const* profile : {&eager, &graphs}) {
    CHECK(profile->tool == "llmprof collector 0.1.0");
    CHECK(profile->total.calls.value() > 0);
    CHECK(profile->outside.calls.value() == 0);
    CHECK(profile->no_launch_record.calls.value() == 0);
  }
  // Layers that no range opens during a replay have the kernels of their capture: 19 in each of 7 steps.
  for (auto const* const layer : {"LLM@layer.0", "LLM@layer.1"}) {
    CHECK(calls_in_step(eager, layer) == 7 * 19);
    CHECK(calls_in_step(graphs, layer) == 7 * 19);
  }
  CHECK(eager.total.calls == graphs.total.calls);  // one engine: the same kernels, launched either way
}

TEST_CASE("a graph that is recorded as a whole has its time in the phase, and no kernels") {
  Profile const profile =
      load_inputs({fs::path(LLMPROF_TEST_DATA) / "collector-h200-whole" / "mini-engine-graphs-whole.sqlite"})
          .profile;
  CHECK(profile.hidden_graphs.launches == 7);
  for (PhaseProfile const& phase : profile.phases) {
    if (to_string(phase.path.back()) != "LLM@decode_step") continue;
    CHECK(phase.calls.value() == 0);
    CHECK(phase.gpu_busy_ns.value() > 800'000);
  }
}
