// SPDX-License-Identifier: MIT
#include "llmprof/report/tables.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "golden.hpp"
#include "sample_metrics.hpp"
#include "sample_profile.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

KernelTable sample_table() {
  KernelTable table;
  table.kernels = to_records(sample_profile(), sample_profile().kernels);
  table.kernels.at(1).total_ns.reset();
  table.kernels.at(1).mean_ns.reset();
  return table;
}

}  // namespace

TEST_CASE("kernels as terminal table, Markdown and CSV", "[tables]") {
  check_golden(format_kernels(sample_table()), "report/kernels_table.txt");
  check_golden(format_kernels(sample_table(), {.format = Format::csv}), "report/kernels.csv");
  CHECK_THAT(format_kernels(sample_table(), {.format = Format::md}),
             ContainsSubstring("| kernel_name | total_ms | calls | mean_ms | device |"));
  CHECK(format_kernels(sample_table(), {.format = Format::json}) == kernels_json(sample_table()));
}

TEST_CASE("phases as terminal table and CSV", "[tables]") {
  check_golden(format_phases(sample_profile()), "report/phases_table.txt");
  check_golden(format_phases(sample_profile(), By::none, {.format = Format::csv}), "report/phases.csv");
  CHECK_THAT(format_phases(sample_profile(), By::none, {.format = Format::md}),
             ContainsSubstring("| &nbsp;&nbsp;LLM@decode_step | 64 |"));
  CHECK(format_phases(sample_profile(), By::rank, {.format = Format::json}) ==
        phases_json(sample_profile(), By::rank));
}

TEST_CASE("split phases have a column more, and no totals", "[tables]") {
  std::string const text = format_phases(sample_profile(), By::device);
  CHECK_THAT(text, ContainsSubstring("phase                device           instances") &&
                       !ContainsSubstring("(total)"));
  CHECK(format_phases(sample_profile(), By::process, {.format = Format::csv})
            .starts_with("process,label,path"));
  Profile profile = sample_profile();
  profile.processes.at(0).rank.reset();
  CHECK_THAT(format_phases(profile, By::rank), ContainsSubstring("LLM@prefill          n/a"));
}

TEST_CASE("metrics as terminal table, Markdown and CSV", "[tables]") {
  check_golden(format_metrics(sample_metrics()), "report/metrics_table.txt");
  check_golden(format_metrics(sample_metrics(), {}, {.format = Format::csv}), "report/metrics.csv");
  CHECK_THAT(
      format_metrics(sample_metrics(), {"launch__cooperative"}, {.format = Format::md}),
      ContainsSubstring("| 3 | gemm&lt;float, 128&gt; | 8x4x1 | 128x1x1 | launch__cooperative | Yes |"));
}

TEST_CASE("a metric that no launch has is a warning", "[tables]") {
  CHECK(unmatched_metrics(sample_metrics(), {"sm__cycles.avg"}).empty());
  CHECK(unmatched_metrics(sample_metrics(), {"x", "y"}).size() == 2);
}
