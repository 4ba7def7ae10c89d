// SPDX-License-Identifier: MIT
// `llmprof run --collector nsys`: under the real one where it is, and under stand-ins that do what tools do
// on bad days.
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>

#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/session/inputs.hpp"
#include "support/collected_run.hpp"
#include "support/real_nsys.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
namespace fs = std::filesystem;

Ran run_under(Runner& runner, std::string const& nsys, std::string const& workload,
              std::string const& options = "", std::string const& before = "") {
  return runner.run(workload, "--collector nsys --set nsys.path='" + nsys + "' " + options, before);
}

Profile profile_of_nsys(Ran const& ran) {
  INFO(ran.err);
  REQUIRE(!ran.folder.empty());
  return load_inputs({ran.folder}).profile;
}

/// An nsys that says its version, and else does what the script says: $1 is the command.
std::string stand_in(Runner const& runner, std::string const& script) {
  fs::path const path = runner.folder() / "nsys";
  put_file(path,
           "#!/bin/sh\nif [ \"$1\" = --version ]; then\n  echo NVIDIA Nsight Systems version 2023.4.4.54-x\n "
           " exit\nfi\n" +
               script + "\n");
  chmod(path.c_str(), 0755);
  return path.string();
}

}  // namespace

TEST_CASE("the real nsys gives a whole run folder, and no variable of the environment stays in it") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  Runner runner;
  Ran const ran = run_under(runner, nsys, program + "steps", "", "env MY_TOKEN=never-to-be-seen");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("no input\n") != std::string::npos);
  Profile const profile = profile_of_nsys(ran);
  check_engine(profile);
  CHECK(instances(profile, "LLM@step") == 10);
  CHECK(instances(profile, "LLM@inner") == 10);
  for (auto const* const name : {"nsys/cmd.txt", "nsys/stdout.txt", "nsys/stderr.txt", "nsys/run.nsys-rep",
                                 "nsys/run.sqlite", "report.md", "profile.json", "manifest.json"}) {
    CHECK(fs::exists(ran.folder / name));
  }
  CHECK(read_manifest(Artifacts::from_root(ran.folder)).complete);
  CHECK(get_file(ran.folder / "nsys" / "run.sqlite").find("never-to-be-seen") == std::string::npos);
  CHECK(get_file(ran.folder / "nsys" / "run.sqlite").find("no input\n") == std::string::npos);
  CHECK(get_file(ran.folder / "nsys" / "cmd.txt").find(" profile ") != std::string::npos);
}

TEST_CASE("the real nsys passes on the workload's status, and the run is partial") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  Runner runner;
  Ran const ran = run_under(runner, nsys, program + "fail");
  CHECK(ran.status == 3);
  check_engine(profile_of_nsys(ran));
  CHECK(ran.says("the run is partial: the workload failed with exit status 3"));
}

TEST_CASE(
    "the real nsys records the ranges of --capture alone; a range that never opens is a failure that says "
    "so") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  Runner runner;
  Ran const ran = run_under(runner, nsys, program + "slow-steps", "--capture LLM@step --count 1");
  CHECK(ran.status == 0);
  Profile const profile = profile_of_nsys(ran);
  CHECK(instances(profile, "LLM@prefill") == 0);
  CHECK(instances(profile, "LLM@inner") == 1);

  Runner second;
  Ran const never = run_under(second, nsys, program + "steps", "--capture LLM@never");
  CHECK(never.status == 125);
  CHECK(never.says("nsys made no report"));
  CHECK(never.says("If no range LLM@never was opened"));
}

TEST_CASE("an nsys that hangs is ended after --timeout, whatever it does with SIGTERM") {
  Runner runner;
  std::string const nsys = stand_in(runner, "trap '' TERM\nwhile :; do sleep 1; done");
  Ran const ran = run_under(runner, nsys, program, "--timeout 1 --set nsys.grace=1");
  CHECK(ran.status == 124);
  CHECK(ran.says("it was not done after 1 s (--timeout)"));
  CHECK(ran.says("nsys made no report"));
}

TEST_CASE("an nsys that makes no report, or one that cannot be exported, is a failure with its last words") {
  Runner runner;
  Ran const none = run_under(runner, stand_in(runner, "echo 'The target has no driver' >&2"), program);
  CHECK(none.status == 125);
  CHECK(none.says("nsys made no report; the last line was 'The target has no driver'"));

  Runner second;
  std::string const nsys = stand_in(
      second,
      "if [ \"$1\" = export ]; then echo 'no importer'; exit 1; fi\n"
      "while [ \"$1\" != --output ] && [ \"${1#--output=}\" = \"$1\" ] && [ \"$1\" != -o ]; do shift; done\n"
      "case $1 in --output=*) o=${1#--output=};; *) o=$2;; esac\n"
      "echo report > \"$o.nsys-rep\"");
  Ran const ran = run_under(second, nsys, program);
  CHECK(ran.status == 125);
  CHECK(ran.says("nsys could not export"));
  CHECK(ran.says("it said 'no importer'; the report is kept"));
  CHECK(fs::exists(ran.folder / "nsys" / "run.nsys-rep"));
}

TEST_CASE("an nsys that writes without end fills no disk: its output is cut") {
  Runner runner;
  std::string const nsys = stand_in(runner, "yes flood | head -c 100000000 >&2");
  Ran const ran = run_under(runner, nsys, program, "-q", "2>/dev/null");
  CHECK(ran.status == 125);
  CHECK(fs::file_size(ran.folder / "nsys" / "stderr.txt") < (std::uintmax_t{65} << 20U));
}

TEST_CASE("what cannot be started, or is not for nsys, is said before anything runs") {
  Runner runner;
  CHECK(run_under(runner, stand_in(runner, "exit 1"), "./no-such-program").status == 127);
  Ran const missing = run_under(runner, "/no/such/nsys", program);
  CHECK(missing.status == 125);
  CHECK(missing.says("/no/such/nsys"));
  std::string const nsys = stand_in(runner, "exit 1");
  CHECK(run_under(runner, nsys, program, "--ab").status == 2);
  CHECK(run_under(runner, nsys, "-program").status == 2);
  CHECK(run_under(runner, stand_in(runner, "exit 0"), program, "--linger 9")
            .says("collector.linger (--linger) is of the built-in collector"));
  Ran const duration = run_under(runner, nsys, program, "--duration 1");
  CHECK(duration.status == 2);
  CHECK(duration.says("its exit status is lost"));
  CHECK(run_under(runner, nsys, program, "--capture LLM@step --skip 1").status == 2);
}

TEST_CASE("an export that cannot be cleaned is removed, and the workload's status stays its own") {
  Runner runner;
  std::string const nsys =
      stand_in(runner,
               "out=\nfor word; do case $word in --output=*) out=${word#--output=};; esac; done\n"
               "if [ \"$1\" = export ]; then\n"
               "  while [ \"$1\" != --output ] && [ -z \"$out\" ]; do shift; done\n"
               "  echo 'TOKEN=secret' > \"${out:-$2}\"; exit 0\nfi\n"
               "echo report > \"$out.nsys-rep\"; exit 3");
  Ran const ran = run_under(runner, nsys, program);
  CHECK(ran.status == 3);
  CHECK(ran.says("environment variables could not be taken out of it"));
  REQUIRE(!ran.folder.empty());
  CHECK(fs::exists(ran.folder / "nsys" / "run.nsys-rep"));
  CHECK_FALSE(fs::exists(ran.folder / "nsys" / "run.sqlite"));
}

TEST_CASE("the real nsys finds the run folder, whatever its name holds") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  Runner runner;
  std::string const folder = (runner.folder() / "100%p of it").string();
  Ran const ran = runner.shell("'" LLMPROF_TOOL "' run --collector nsys --set nsys.path='" + nsys +
                               "' --out '" + folder + "' -- " + program + "steps");
  INFO(ran.err);
  CHECK(ran.status == 0);
  for (auto const& entry : fs::directory_iterator(folder))
    CHECK(fs::exists(entry.path() / "nsys/run.nsys-rep"));
}
