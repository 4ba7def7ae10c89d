// SPDX-License-Identifier: MIT
// What `llmprof run` makes of the records of a GPU: of a fake one, whose kernels are known.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "llmprof/parse/profile_json.hpp"
#include "support/collected_run.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;

Ran run_on_gpu(Runner& runner, std::string const& options = "", std::string const& argument = "") {
  return runner.run("'" LLMPROF_GPU_PROGRAM "' " + argument, options, "LLMPROF_CUPTI='" LLMPROF_FAKE_GPU "'");
}

struct Figures {
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
};

/// Of the phase with this path; zero if there is none.
Figures figures(Profile const& profile, std::string const& path) {
  for (PhaseProfile const& phase : profile.phases) {
    if (to_string(phase.path) == path) return {phase.calls.value(), phase.kernel_ns.value()};
  }
  return {};
}

Profile written_profile_of(Ran const& ran) {
  INFO(ran.err);
  return read_profile_json(get_file(ran.folder / "profile.json"));
}

SummedPhase summed(RunSums const& sums, std::string const& path) {
  for (SummedPhase const& phase : sums.phases) {
    if (to_string(phase.path) == path) return phase;
  }
  return {};
}

std::map<std::string, SummedKernel> by_name(std::vector<SummedKernel> const& kernels) {
  std::map<std::string, SummedKernel> all;
  for (SummedKernel const& kernel : kernels) all[kernel.name] = kernel;
  return all;
}

}  // namespace

TEST_CASE("beyond --max-size the sums of the whole run go on, to the last kernel") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--max-size 9000000", "long");
  REQUIRE(ran.status == 0);
  CHECK(ran.says("the limit of --max-size was reached: events of its first"));
  Profile const profile = written_profile_of(ran);
  std::uint64_t const kept = profile.total.calls.value();
  CHECK(kept > 1000);
  CHECK(kept < 80'001);
  REQUIRE(profile.whole_run);
  RunSums const& sums = *profile.whole_run;
  CHECK(sums.lost == 0);
  CHECK(sums.processes == 1);
  CHECK(sums.no_launch_record == KernelTotal{0, 0});
  CHECK(sums.outside == KernelTotal{20'000, 20'000 * 50});
  CHECK(summed(sums, "prefill").kernel_ns == 5000);
  CHECK(summed(sums, "beside").instances == 200);
  SummedPhase const step = summed(sums, "decode_step");
  CHECK(step.instances == 20'000);
  CHECK(step.calls == 60'000);
  CHECK(step.kernel_ns == 20'000 * (2 * 500 + 100));
  CHECK(step.wall_ns > 0);
  REQUIRE(step.kernels.size() == 1);
  CHECK(step.kernels[0] == SummedKernel{"layer_kernel", 40'000, 40'000 * 500, 500, 500});
  CHECK(summed(sums, "decode_step/sampling").calls == 20'000);
  CHECK(by_name(summed_kernels(sums)).at("sample").calls == 20'000);
  CHECK(get_file(ran.folder / "report.md").find("## The whole run, in sums") != std::string::npos);
}

TEST_CASE("a forked process that reaches --max-size has the names of its parent") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--max-size 10000000", "long-child");
  REQUIRE(ran.status == 0);
  Profile const profile = written_profile_of(ran);
  REQUIRE(profile.whole_run);
  CHECK(profile.whole_run->lost == 0);
  CHECK(summed(*profile.whole_run, "decode_step").instances == 100'000);
  CHECK(summed(*profile.whole_run, "decode_step/sampling").instances == 100'000);
}

TEST_CASE("a forked process has the names that its parent got when it kept events no longer") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--max-size 9000000", "late-name");
  REQUIRE(ran.status == 0);
  Profile const profile = written_profile_of(ran);
  REQUIRE(profile.whole_run);
  CHECK(profile.whole_run->lost == 0);
  CHECK(summed(*profile.whole_run, "parent_step").instances == 150'000);
  CHECK(summed(*profile.whole_run, "child_step").instances == 1);  // the parent's: the child is not limited
  auto const child =
      std::find_if(profile.phases.begin(), profile.phases.end(),
                   [](PhaseProfile const& phase) { return to_string(phase.path) == "child_step"; });
  REQUIRE(child != profile.phases.end());
  CHECK(child->instances == 100);
}

TEST_CASE("beyond --max-size the sums of a part of a run are those of its windows") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--max-size 9000000 --capture decode_step --skip 10", "long");
  REQUIRE(ran.status == 0);
  Profile const profile = written_profile_of(ran);
  CHECK(profile.total.calls.value() < 3 * 19'990);
  REQUIRE(profile.whole_run);
  RunSums const& sums = *profile.whole_run;
  CHECK(sums.lost == 0);
  CHECK(sums.windows == 19'990);
  CHECK(sums.outside == KernelTotal{0, 0});
  CHECK(summed(sums, "prefill").instances == 0);
  CHECK(summed(sums, "decode_step").instances == 19'990);
  CHECK(summed(sums, "decode_step").kernel_ns == 19'990 * (2 * 500 + 100));
  CHECK(summed(sums, "decode_step/sampling").calls == 19'990);
  CHECK(get_file(ran.folder / "report.md").find("all 19990 window(s) of recording") != std::string::npos);
}

TEST_CASE("a run that stays below --max-size has no sums, and all events") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--max-size 60000000", "long");
  REQUIRE(ran.status == 0);
  Profile const profile = written_profile_of(ran);
  CHECK_FALSE(profile.whole_run);
  CHECK(profile.total.calls == 80'001);
}

TEST_CASE("kernels belong to the ranges that launched them, also through a graph") {
  Runner runner;
  Ran const ran = run_on_gpu(runner);
  REQUIRE(ran.status == 0);
  Profile const profile = profile_of(ran);
  CHECK(profile.total.calls == 1 + 2 + 4 * 4);
  CHECK(profile.outside.calls == 1);
  CHECK(profile.outside.kernel_ns == 9000);
  CHECK(profile.no_launch_record.calls == 0);
  CHECK(figures(profile, "prefill").kernel_ns == 8000);
  CHECK(figures(profile, "decode_all").calls == 4 * 4);
  CHECK(figures(profile, "decode_all").kernel_ns == 4 * (2 * 500 + 100 + 50));
  CHECK(figures(profile, "decode_all/decode_step").calls == 4 * 3);
  CHECK(figures(profile, "decode_all/decode_step/layer.1").calls == 4);
  CHECK(figures(profile, "decode_all/decode_step/layer.2").kernel_ns == 4 * 500);
}

TEST_CASE("a window has the kernels that were launched in it, and of graphs what was captured before it") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--capture decode_step --skip 1 --count 2");
  REQUIRE(ran.status == 0);
  Profile const profile = profile_of(ran);
  CHECK(profile.total.calls == 2 * 3);
  CHECK(profile.outside.calls == 0);
  CHECK(figures(profile, "decode_step").calls == 2 * 3);
  CHECK(figures(profile, "decode_step").kernel_ns == 2 * (2 * 500 + 100));
  CHECK(figures(profile, "decode_step/layer.1").calls == 2);
  CHECK(instances(profile, "decode_step") == 2);
  CHECK(instances(profile, "prefill") == 0);
}

TEST_CASE("between windows the device rests, but not before it is done with what was submitted in them") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--capture window", "pause");
  REQUIRE(ran.status == 0);
  CHECK(ran.out == "records kernels: 0\nrecords kernels: 1\n");
  Profile const profile = profile_of(ran);
  CHECK(figures(profile, "window").calls == 3);
  CHECK(figures(profile, "window").kernel_ns == 400'000'020);
}

TEST_CASE("kernels that CUPTI had no times for are left out and counted") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "", "failing");
  REQUIRE(ran.status == 0);
  CHECK(ran.says("1 GPU record(s) are left out: CUPTI had no times for them"));
  Profile const profile = profile_of(ran);
  CHECK(figures(profile, "step").calls == 1);
  CHECK(figures(profile, "step").kernel_ns == 10);
}

TEST_CASE("ranges of a capture that end behind it, or could have opened a window, are whole") {
  Runner runner;
  Ran const ran = run_on_gpu(runner, "--capture window --skip 1", "crosswise");
  REQUIRE(ran.status == 0);
  Profile const profile = profile_of(ran);
  CHECK(figures(profile, "window").calls == 2);
  CHECK(figures(profile, "window/captured/window").calls == 1);
  CHECK(figures(profile, "window/captured").calls == 2);
  CHECK(instances(profile, "captured") == 1);
  CHECK(instances(profile, "behind") == 1);
  CHECK(instances(profile, "before") == 0);
  CHECK(instances(profile, "outside") == 0);
}
