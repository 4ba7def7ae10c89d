// SPDX-License-Identifier: MIT
#include "llmprof/report/report_markdown.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/parse/profile_json.hpp"
#include "llmprof/report/operators_markdown.hpp"
#include "llmprof/report/profile_json.hpp"
#include "support/golden.hpp"
#include "support/sample_profile.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("report.md is as it was checked by hand", "[report_markdown]") {
  check_golden(report_markdown(sample_profile()), "report/report.md");
}

TEST_CASE("report.md is made from the profile alone", "[report_markdown]") {
  CHECK(report_markdown(read_profile_json(to_json(sample_profile()))) == report_markdown(sample_profile()));
}

TEST_CASE("up to 5 % outside needs no list of threads", "[report_markdown]") {
  Profile profile = sample_profile();
  profile.outside.kernel_ns = 2'000'000;
  std::string const text = report_markdown(profile);
  CHECK_THAT(text, ContainsSubstring("5.0 % of the GPU kernel time was launched outside any range.\n"));
  CHECK_THAT(text, !ContainsSubstring("worker"));
}

TEST_CASE("parts that are not the whole are said", "[report_markdown]") {
  Profile profile = sample_profile();
  CHECK_THAT(report_markdown(profile), !ContainsSubstring("differ from the total"));
  profile.total.kernel_ns = 40'000'001;
  CHECK_THAT(report_markdown(profile), ContainsSubstring("The parts differ from the total by -1 ns"));
}

TEST_CASE("a profile of a kernel table says what it cannot know", "[report_markdown]") {
  Profile profile = sample_profile();
  profile.has_timeline = false;
  profile.phases.clear();
  profile.capture_ns.reset();
  profile.hidden_graphs = {};
  profile.diagnostics.clear();
  std::string const text = report_markdown(profile);
  CHECK_THAT(text, ContainsSubstring("- GPU busy: n/a (the input has no timeline)"));
  CHECK_THAT(text, ContainsSubstring("No phases: the input is a table of kernels"));
  CHECK_THAT(text, ContainsSubstring("### Whole capture") && ContainsSubstring("flash_fwd"));
  CHECK_THAT(text, ContainsSubstring("## Diagnostics\n\nNone.\n"));
  CHECK_THAT(text, !ContainsSubstring("Hidden:"));
}

TEST_CASE("a profile of a list of phases says what it cannot know", "[report_markdown]") {
  Profile profile = sample_profile();
  profile.has_timeline = false;
  profile.kernels.clear();
  for (PhaseProfile& phase : profile.phases) phase.by_process.clear();
  std::string const text = report_markdown(profile);
  CHECK_THAT(text, ContainsSubstring("Not known: the input is a list of phases"));
  // The busy share needs what each process had.
  CHECK_THAT(text,
             ContainsSubstring("| LLM@prefill | 1 | 20.000 | 19.999 | 15.000 | 15.000 | 15.000 | n/a |"));
}

TEST_CASE("an empty profile makes a whole report", "[report_markdown]") {
  Profile profile;
  profile.has_timeline = true;
  std::string const text = report_markdown(profile);
  for (char const* part :
       {"## Coverage", "## Phases", "the capture holds no NVTX range", "## Outside any range",
        "## Top kernels", "## Diagnostics", "- Source: n/a", "- Capture length: n/a\n"}) {
    CHECK_THAT(text, ContainsSubstring(part));
  }
}

TEST_CASE("busy share counts every GPU of every process", "[report_markdown]") {
  Profile profile = sample_profile();
  PhaseProfile& phase = profile.phases.at(0);
  phase.gpu_busy_ns = 30'000'000;  // two GPUs, 15 of 20 ms each
  phase.by_device.push_back({1, 5, 1, 1, 15'000'000});
  phase.by_process.at(0).devices = phase.by_device;
  CHECK_THAT(report_markdown(profile), ContainsSubstring("| 30.000 | 75.0 % | 10 | 512 |"));
}

TEST_CASE("report.md shows the counters that were measured, and no column without a value",
          "[report_markdown]") {
  Profile profile = sample_profile();
  CHECK_THAT(report_markdown(profile), !ContainsSubstring("Hardware counters"));
  profile.measured = {{1,
                       2,
                       1500.0,
                       6,
                       3'000'000,
                       {{"sm__throughput.avg.pct_of_peak_sustained_elapsed", "%", 41.26, 40, 42},
                        {"dram__bytes_read.sum", "byte", 12'345'678, 1, 2}}},
                      {0, 1, std::nullopt, std::nullopt, std::nullopt, {}}};
  std::string const report = report_markdown(profile);
  CHECK_THAT(report, ContainsSubstring("| kernel | measured | like it | ncu_us | SM % | DRAM read MB |"));
  CHECK_THAT(report, ContainsSubstring("::kernel | 2 | 6 | 1.50 | 41.3 | 12.3 |"));
  CHECK_THAT(report, ContainsSubstring("| 1 | n/a | n/a | n/a | n/a |"));
}

TEST_CASE("report.md says what collecting cost, where our collector did it", "[report_markdown]") {
  Profile profile = sample_profile();
  CHECK_THAT(report_markdown(profile),
             ContainsSubstring("(estimate): 0.500 ms, 0.0 % of the workload's wall time\n"));
  profile.collection->without_wall_ns.reset();
  profile.collection->callback_ns.reset();
  profile.collection->dropped = 0;
  std::string const report = report_markdown(profile);
  CHECK_THAT(report, ContainsSubstring("(estimate): n/a\n"));
  CHECK_THAT(report, !ContainsSubstring("Compared:") && !ContainsSubstring("dropped"));
  profile.collection.reset();
  CHECK_THAT(report_markdown(profile), !ContainsSubstring("What collecting cost"));
}

TEST_CASE("report.md has the sums of the whole run, where its events could not all be kept",
          "[report_markdown]") {
  Profile profile = sample_profile();
  CHECK_THAT(report_markdown(profile), !ContainsSubstring("The whole run"));
  profile.whole_run = sample_sums();
  std::string const report = report_markdown(profile);
  CHECK_THAT(report, ContainsSubstring("kept for the first 1500.000 ms alone (--max-size)"));
  CHECK_THAT(report, ContainsSubstring(" 12 record(s) are missing in it, too"));
  CHECK_THAT(report,
             ContainsSubstring(
                 "| LLM@decode_all/LLM@decode_step | 2500 | 10000.000 | 4.000 | 7.000 | 5000 | 2500 |"));
  CHECK_THAT(report, ContainsSubstring("| LLM@prefill | 1 | 4.000 | 4.000 | 0.003 | 1 | 128 |"));
  CHECK_THAT(report, ContainsSubstring("| gemm(float\\*) | 7.003 | 5001 | 0.001 | 0.001 | 0.003 |"));
  CHECK_THAT(report, ContainsSubstring("Kernels outside any range: 0.000 ms in 3 launches"));
}

TEST_CASE("operators.md lists what is not a built-in phase", "[operators_markdown]") {
  check_golden(operators_markdown(sample_profile()), "report/operators.md");
}

TEST_CASE("operators.md cuts at the top and says so", "[operators_markdown]") {
  Profile profile = sample_profile();
  profile.phases.push_back(sample_phase({{"", "mlp"}}, 2, 10, 9'000'000, 1));
  CHECK_THAT(operators_markdown(profile, 1), ContainsSubstring("1 of 2 operators") &&
                                                 ContainsSubstring("| mlp | 9.000 |") &&
                                                 !ContainsSubstring("attn"));
}

TEST_CASE("without operators it says why", "[operators_markdown]") {
  Profile profile = sample_profile();
  profile.phases.pop_back();
  CHECK_THAT(operators_markdown(profile), ContainsSubstring("no range beside the built-in phases"));
  profile.phases.clear();
  CHECK_THAT(operators_markdown(profile), ContainsSubstring("the capture holds no NVTX range"));
  profile.has_timeline = false;
  CHECK_THAT(operators_markdown(profile), ContainsSubstring("a table of kernels"));
}

TEST_CASE("both are written as a whole", "[report_markdown]") {
  TemporaryFolder const folder;
  write_report_markdown(sample_profile(), folder / "report.md");
  write_operators_markdown(sample_profile(), folder / "operators.md");
  CHECK(get_file(folder / "report.md") == report_markdown(sample_profile()));
  CHECK(get_file(folder / "operators.md") == operators_markdown(sample_profile()));
}
