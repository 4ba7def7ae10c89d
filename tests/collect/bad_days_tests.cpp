// SPDX-License-Identifier: MIT
// `llmprof run` on bad days: no room, files that go away, processes that outlive the run or are killed. The
// workload keeps its exit status, what was recorded is kept, and one sentence says what is missing.
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <filesystem>
#include <string>

#include "libllmprof/collect/trace_file.hpp"
#include "llmprof/artifacts/manifest.hpp"
#include "support/collected_run.hpp"
#include "support/real_nsys.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
namespace fs = std::filesystem;

/// Where there is no space in the path, for a space ends a name in LD_PRELOAD.
std::filesystem::path bad_disk() {
  static TemporaryFolder const folder;
  std::filesystem::path link = folder / "bad_disk.so";
  if (!std::filesystem::exists(link)) std::filesystem::create_symlink(LLMPROF_BAD_DISK, link);
  return link;
}

/// @param how See bad_disk.cpp. ASan wants to be the first library of a process; it need not.
std::string on_bad_disk(std::string const& how) {
  return "env ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD='" + bad_disk().string() + "' " + how + " " +
         program;
}

std::string full_disk_after(int allocations) {
  return on_bad_disk("LLMPROF_TEST_ALLOCATIONS=" + std::to_string(allocations));
}

bool is_partial(Ran const& ran) { return !read_manifest(Artifacts::from_root(ran.folder)).complete; }

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// In front of what becomes of the shell by exec: it gets the signal soon after there is such a file.
std::string signal_once_there(std::string const& file, std::string const& signal) {
  return "(while [ ! -e '" + file + "' ]; do sleep 0.05; done; sleep 0.5; kill -" + signal + " $$) & exec ";
}

bool can_mount() {
  return std::system("unshare -m mount -t tmpfs none /mnt 2>/dev/null") == 0;  // NOLINT: a test
}
constexpr char const* cannot_mount_message =
    "file systems can be mounted by root alone, outside of most containers";

}  // namespace

// --- No room ---

TEST_CASE("a disk that gets full costs what comes then, and the workload goes on") {
  Runner runner;
  Ran const ran = runner.run(full_disk_after(3) + "many");  // its header and two chunks
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out == "no input\n");
  Profile const profile = profile_of(ran);
  check_engine(profile);
  std::uint64_t const kept = instances(profile, "range");
  CHECK(kept > 8000);  // of 64 bytes each
  CHECK(kept < 9000);
  // What is not there was counted: the opening and the closing of each range, and that of the outer one.
  bool const counted =
      ran.says(std::to_string(2 * (1'000'000 - kept) + 1) + " CUDA or NVTX record(s) were dropped") ||
      ran.says(std::to_string(2 * (1'000'000 - kept) + 2) + " CUDA or NVTX record(s) were dropped");
  CHECK(counted);
  CHECK(ran.says("were dropped: No space left on device"));
}

TEST_CASE("a signal that comes while room is made costs nothing") {
  Runner runner;
  Ran const ran = runner.run(on_bad_disk("LLMPROF_TEST_INTERRUPTIONS=3") + "close");
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(instances(profile_of(ran), "later") == 20000);
  CHECK_FALSE(ran.says("dropped"));
  CHECK_FALSE(ran.says("cannot be preloaded"));
}

TEST_CASE("a process for whose spool there is no room is named") {
  Runner runner;
  Ran const forked = runner.run(full_disk_after(2) + "fork");
  INFO(forked.err);
  CHECK(forked.status == 0);
  Profile const profile = profile_of(forked);
  check_engine(profile);
  CHECK(instances(profile, "LLM@child") == 0);
  CHECK(forked.says(": no CUDA and NVTX records: there was no room for its spool"));

  Runner second;
  Ran const alone = second.run(full_disk_after(0) + "many");
  INFO(alone.err);
  CHECK(alone.status == 125);
  CHECK(alone.out == "no input\n");
  CHECK(alone.says(": no CUDA and NVTX records: there was no room for its spool"));
}

TEST_CASE("where the trace file has no room either, the spools are kept, and one sentence says where") {
  if (!can_mount()) SKIP(cannot_mount_message);
  Runner runner;
  auto const kept = runner.folder() / "kept";
  // The disk is gone with the last process on it: the spools are copied out.
  Ran const ran = runner.shell("mkdir -p '" + (runner.folder() / "runs").string() +
                               "' && unshare -m sh -c \"mount -t tmpfs -o size=2m none '" +
                               (runner.folder() / "runs").string() + "' && " + runner.tool(program + "many") +
                               "; status=\\$?; cp -r '" + (runner.folder() / "runs").string() + "' '" +
                               kept.string() + "'; exit \\$status\"");
  INFO(ran.err);
  CHECK(ran.status == 125);
  CHECK(ran.out == "no input\n");
  CHECK(ran.says(
      "cupti/trace.sqlite: cannot be written: database or disk is full; what was recorded is kept in "));
  CHECK(count(ran.err, "disk is full") == 1);
  fs::path const run = fs::directory_iterator(kept)->path();
  CHECK_FALSE(fs::exists(run / "cupti" / "trace.sqlite"));
  CollectedFacts const facts = write_trace_file(run / "cupti" / "spool", runner.folder() / "trace.sqlite");
  CHECK(facts.cost.ranges > 20'000);  // 7 chunks
  for (fs::path const& input : {run, run / "cupti" / "spool"}) {
    LoadedInputs const loaded = load_inputs({input});
    check_engine(loaded.profile);
    CHECK(loaded.profile.source == (run / "cupti" / "spool").string());
  }
}

TEST_CASE("a limit on the size of files kills neither the workload nor llmprof") {
  Runner runner;
  // Blocks of 512 bytes: room for two chunks.
  Ran const ran = runner.run("sh -c \"ulimit -f 1200; exec " + program + "many\"");
  INFO(ran.err);
  CHECK(ran.status == 0);
  Profile const profile = profile_of(ran);
  check_engine(profile);
  CHECK(instances(profile, "range") > 8000);
  CHECK(ran.says("were dropped: the limit on the size of files was reached (ulimit -f)"));

  // llmprof's own, too: two spools fit, a file with the ranges of both does not.
  Runner second;
  Ran const both = second.run("sh -c \"" + program + "many; " + program + "many; " + program + "many\"", "",
                              "ulimit -f 1200;");
  INFO(both.err);
  CHECK(both.status == 125);
  CHECK(both.says("cupti/trace.sqlite: cannot be written: "));
  CHECK(both.says("; what was recorded is kept in "));
  REQUIRE(!both.folder.empty());
  CollectedFacts const facts =
      write_trace_file(both.folder / "cupti" / "spool", second.folder() / "trace.sqlite");
  CHECK(facts.processes.size() == 3);
  CHECK(facts.cost.ranges > 3 * 8000);
}

TEST_CASE("a folder that cannot be written to is said before the workload starts") {
  Runner runner;
  put_file(runner.folder() / "file", "");
  std::string const started = (runner.folder() / "started").string();
  std::string const run = "' -- touch '" + started + "'";
  Ran const file =
      runner.shell("'" LLMPROF_TOOL "' run --out '" + (runner.folder() / "file" / "runs").string() + run);
  CHECK(file.status == 125);
  CHECK(file.says("cannot make the folder "));
  CHECK(file.says(": Not a directory"));
  CHECK(count(file.err, "\n") == 1);

  if (can_mount()) {
    Ran const read_only = runner.shell("unshare -m sh -c \"mount -t tmpfs -o ro none /mnt && '" LLMPROF_TOOL
                                       "' run --out '/mnt/runs" +
                                       run + "\"");
    CHECK(read_only.status == 125);
    CHECK(read_only.says("cannot make the folder "));
    CHECK(read_only.says(": Read-only file system"));
    CHECK(count(read_only.err, "\n") == 1);
  }
  CHECK_FALSE(fs::exists(started));
}

// --- Spools that go away, or are none ---

TEST_CASE("a workload that removes the spools goes on, and is told of") {
  Runner runner;
  Ran const ran = runner.run(program + "remove-spools");
  INFO(ran.err);
  CHECK(ran.status == 125);
  CHECK(ran.out == "no input\n");
  CHECK(ran.says("nothing is recorded: the workload removed the folder "));
}

TEST_CASE("a spool that cannot be read costs itself alone, and is kept") {
  Runner runner;
  Ran const ran = runner.run(program + "spoil");
  INFO(ran.err);
  CHECK(ran.status == 0);
  check_engine(profile_of(ran));
  CHECK(ran.says("1-1-0.spool: no spool of llmprof's collector"));
  CHECK(ran.says("not everything in " + (fs::canonical(ran.folder) / "cupti" / "spool").string() +
                 " could be read; it is kept"));
  CHECK(get_file(ran.folder / "cupti" / "spool" / "1-1-0.spool") == "this is no spool");
}

TEST_CASE("a process whose number is another's now is not waited for") {
  Runner runner;
  auto const begin = std::chrono::steady_clock::now();
  Ran const ran = runner.run(program + "reused-number", "--linger 60");
  INFO(ran.err);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
  CHECK(ran.status == 0);
  CHECK_FALSE(ran.says("recording still"));
}

// --- Processes ---

TEST_CASE("a daemon that outlives the workload is waited for, or said to be cut off") {
  Runner runner;
  Ran const whole = runner.run(program + "daemon", "--linger 60");
  INFO(whole.err);
  CHECK(whole.status == 0);
  CHECK(instances(profile_of(whole), "LLM@in_daemon") == 20);
  CHECK_FALSE(is_partial(whole));

  Runner second;
  Ran const cut = second.run(program + "daemon", "--linger 0");
  INFO(cut.err);
  CHECK(cut.status == 0);
  check_engine(profile_of(cut));
  CHECK(instances(profile_of(cut), "LLM@in_daemon") < 20);
  CHECK(cut.says(
      "process(es) were recording still after the time of --linger; what they did later is missing"));
  CHECK(is_partial(cut));

  Runner third;
  std::string const is_there = (third.folder() / "there").string();
  Ran const interrupted = third.shell(
      signal_once_there(is_there, "TERM") +
      third.tool("sh -c \"" + program + "sleeping-daemon; touch '" + is_there + "'\"", "--linger 600"));
  INFO(interrupted.err);
  CHECK(interrupted.status == 0);
  check_engine(profile_of(interrupted));
  CHECK(interrupted.says("recording still when waiting for them was interrupted (Terminated)"));
  CHECK(is_partial(interrupted));
}

TEST_CASE("children of a program with threads, spawned and killed ones are recorded whole") {
  Runner runner;
  Ran const forked = runner.run(program + "fork-among-threads");
  INFO(forked.err);
  CHECK(forked.status == 0);
  Profile const profile = profile_of(forked);
  check_engine(profile);
  CHECK(instances(profile, "LLM@child") == 20);
  CHECK(instances(profile, "in_child") == 2000);
  CHECK_FALSE(forked.says("lost"));

  Runner second;
  Profile const spawned = profile_of(second.run(program + "spawn"));
  CHECK(instances(spawned, "LLM@prefill") == 3);
  CHECK(instances(spawned, "LLM@decode_step") == 12);

  Runner third;
  Ran const killed = third.run(program + "kill-child");
  CHECK(killed.status == 0);
  Profile const child = profile_of(killed);
  check_engine(child);
  CHECK(instances(child, "LLM@child") == 1);
  CHECK(instances(child, "in_child") == 1000);
}

TEST_CASE("a fork while another thread opens the spool neither hangs nor harms") {
  Runner runner;
  Ran const ran = runner.run(on_bad_disk("LLMPROF_TEST_ALLOCATION_US=300000") + "fork-at-first",
                             "--capture LLM@decode_all --timeout 30");
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(instances(profile_of(ran), "LLM@decode_all") == 1);
}

TEST_CASE("a forked child does not record for ever in a window of its parent's other thread") {
  Runner runner;
  Ran const ran = runner.run(program + "fork-in-window", "--capture LLM@step");
  INFO(ran.err);
  CHECK(ran.status == 0);
  Profile const profile = profile_of(ran);
  CHECK(instances(profile, "orphan") == 0);
  CHECK(instances(profile, "LLM@step") == 2);
  CHECK(instances(profile, "in_child") == 1);
  CHECK(get_file(ran.folder / "report.md").find("(LLM@step): 2 window(s)") != std::string::npos);
}

TEST_CASE("threads that all come first are recorded whole") {
  Runner runner;
  Ran const ran = runner.run(program + "race-to-be-first");
  INFO(ran.err);
  CHECK(ran.status == 0);
  Profile const profile = profile_of(ran);
  check_engine(profile);
  CHECK(instances(profile, "race@first") == 8);
  CHECK(instances(profile, "range") == 800);
  CHECK(instances(profile, "started") == 8);
}

TEST_CASE("a program that closes all its descriptors is recorded") {
  Runner runner;
  Ran const ran = runner.run(program + "close-all");
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(instances(profile_of(ran), "later") == 20000);
}

TEST_CASE("a signal to llmprof ends the workload; the run folder is written, and says why it is partial") {
  struct Case {
    char const* signal;
    int status;
    char const* says;
  };
  for (auto const& [signal, status, says] :
       {Case{"INT", 130, "the workload was interrupted (Interrupt)"},
        Case{"TERM", 143, "the workload was interrupted (Terminated)"}}) {
    Runner runner;
    std::string const is_there = (runner.folder() / "there").string();
    Ran const ran =
        runner.shell(signal_once_there(is_there, signal) +
                     runner.tool("sh -c \"" + program + "; touch '" + is_there + "'; exec sleep 30\""));
    INFO(ran.err);
    CHECK(ran.status == status);
    check_engine(profile_of(ran));
    CHECK(ran.says(std::string("the run is partial: ") + says));
    CHECK(is_partial(ran));
  }
}

// --- CUPTI ---

TEST_CASE("where CUPTI cannot be had, a sentence says why, and ranges are recorded") {
  struct Case {
    std::string variables;
    std::string says;
  };
  std::string const fake = "LLMPROF_CUPTI='" LLMPROF_FAKE_GPU "'";
  for (auto const& [variables, says] :
       {Case{"LLMPROF_CUPTI=/etc/passwd", "no libcupti was found (/etc/passwd: "},
        Case{"LLMPROF_CUPTI=/no/libcupti.so", "no libcupti was found (/no/libcupti.so: "},
        Case{"LLMPROF_CUPTI='" LLMPROF_BAD_DISK "'", "libcupti has no function cuptiGetVersion"},
        Case{fake + " LLMPROF_TEST_CUPTI_VERSION=999999",
             "libcupti says version 999999; 12.x and 13.x are known"},
        Case{fake + " LLMPROF_TEST_CUPTI_SUBSCRIBE=39",
             "cuptiSubscribe failed: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39); another "
             "profiler"}}) {
    Runner runner;
    Ran const ran = runner.run(program + "cuda", "", "env " + variables);
    INFO(ran.err);
    CHECK(ran.status == 0);
    Profile const profile = profile_of(ran);
    check_engine(profile);
    CHECK(instances(profile, "later") == 100);
    CHECK(ran.says("no CUDA kernels are recorded: " + says));
  }
}

TEST_CASE("a CUPTI without records is no failure") {
  Runner runner;
  Ran const ran = runner.run(program + "cuda", "", "env LLMPROF_CUPTI='" LLMPROF_FAKE_GPU "'");
  INFO(ran.err);
  CHECK(ran.status == 0);
  check_engine(profile_of(ran));
  CHECK_FALSE(ran.says("no CUDA kernels are recorded"));
}

// --- Much ---

// By hand: it takes a gigabyte of disk and some of memory, and a minute.
TEST_CASE("ten million ranges are recorded", "[.]") {
  Runner runner;
  Ran const ran = runner.run(program + "ten-million", "", "env time -v");
  WARN(ran.err);
  CHECK(ran.status == 0);
  CHECK(instances(profile_of(ran), "range") == 10'000'000);
}
