// SPDX-License-Identifier: MIT
// The files in data/ncu-lists are what ncu 2024.1.1 and 2022.3.0 printed; that of metrics is cut.
#include "llmprof/command/ncu_lists.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <iterator>

#include "llmprof/error.hpp"
#include "support/says.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using llmprof::tests::says;
using Names = std::vector<std::string>;

namespace {

std::string file(std::string const& name) {
  std::ifstream in(std::string(LLMPROF_TEST_DATA) + "/ncu-lists/" + name);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("ncu is asked for what the hardware has, not for what is switched on", "[ncu_lists]") {
  CHECK(ncu_list_command(NcuList::sections).argv == Names{"ncu", "--list-sections"});
  CHECK(ncu_list_command(NcuList::sets, {}, "/opt/ncu").argv == Names{"/opt/ncu", "--list-sets"});
  CHECK(ncu_list_command(NcuList::metrics, {"gh100", "ga100"}).argv ==
        Names{"ncu", "--query-metrics", "--chips", "gh100,ga100"});
  CHECK_THROWS_AS(ncu_list_command(NcuList::sets, {"gh100"}), InvalidArgument);
  CHECK_THROWS_AS(ncu_list_command(NcuList::metrics, {""}), InvalidArgument);
}

TEST_CASE("Sections are read", "[ncu_lists]") {
  auto const [name, count, enabled] = GENERATE(table<std::string, std::size_t, std::ptrdiff_t>(
      {{"sections-2024.1.1.txt", 24, 4}, {"sections-2022.3.0.txt", 20, 3}}));
  auto const sections = read_ncu_sections(file(name));
  CHECK(sections.size() == count);
  CHECK(std::count_if(sections.begin(), sections.end(), [](auto const& s) { return s.enabled; }) == enabled);
  NcuSection const speed{"SpeedOfLight", "GPU Speed Of Light Throughput", true};
  CHECK(std::find(sections.begin(), sections.end(), speed) != sections.end());
}

TEST_CASE("Sets are read, their long cells put together", "[ncu_lists]") {
  auto const sets = read_ncu_sets(file("sets-2024.1.1.txt"));
  REQUIRE(sets.size() >= 4);
  CHECK(sets[0] ==
        NcuSet{"basic", {"LaunchStats", "Occupancy", "SpeedOfLight", "WorkloadDistribution"}, true, 144});
  CHECK(sets[1] == NcuSet{"detailed",
                          {"ComputeWorkloadAnalysis", "LaunchStats", "MemoryWorkloadAnalysis",
                           "MemoryWorkloadAnalysis_Chart", "Occupancy", "SourceCounters", "SpeedOfLight",
                           "SpeedOfLight_RooflineChart", "WorkloadDistribution"},
                          false,
                          459});
  CHECK(read_ncu_sets(file("sets-2022.3.0.txt")).front().identifier == "default");
}

TEST_CASE("Metrics are read, sorted, whatever the width of the columns", "[ncu_lists]") {
  auto const metrics = read_ncu_metrics(file("metrics-2024.1.1-gh100-excerpt.txt"));
  CHECK(metrics.size() == 15);
  CHECK(metrics.front() == "FE_A.TriageCompute.gr__cycles_active");
  CHECK(std::find(metrics.begin(), metrics.end(), "gpu__time_duration") != metrics.end());
  CHECK(metrics.back() == "sm__throughput");
  // Twice, as of two chips, is the same.
  std::string const twice = file("metrics-2024.1.1-gh100-excerpt.txt");
  CHECK(read_ncu_metrics(twice + twice) == metrics);
}

TEST_CASE("Output without a table says what ncu said", "[ncu_lists]") {
  CHECK_THROWS_WITH(read_ncu_sections("==ERROR== Failed to add section search path /x.\n"),
                    ContainsSubstring("Failed to add section search path /x."));
  auto const output =
      GENERATE("", "\n\n", "------\n", "------ ---\nOther Title\n------ ---\na b\n", "Metric Name\n");
  CAPTURE(output);
  CHECK_THROWS_AS(read_ncu_metrics(output), ParseError);
}

TEST_CASE("A damaged table gives what is left of it", "[ncu_lists]") {
  // no rows
  CHECK(read_ncu_sections("---------- ---\nIdentifier x\n---------- ---\n").empty());
  // cut in a row, and a row that goes on before any began
  auto const sections = read_ncu_sections("---------- ---\nIdentifier x\n---------- ---\n           y\nab");
  CHECK(sections == std::vector<NcuSection>{{"ab", "", false}});
}

TEST_CASE("Sections that are not there are left out by name", "[ncu_lists]") {
  auto const known = read_ncu_sections(file("sections-2022.3.0.txt"));
  Available const left =
      available_sections({"SpeedOfLight", "PmSampling", "regex:Memory.*", "regex:^Nope"}, known);
  CHECK(left.names == Names{"SpeedOfLight", "regex:Memory.*"});
  CHECK(left.diagnostics.size() == 2);
  CHECK(says(left, "'PmSampling'"));
  CHECK(says(left, "'regex:^Nope'"));
  CHECK(available_sections({}, {}).names.empty());
  CHECK_THROWS_WITH(available_sections({"PmSampling"}, known),
                    ContainsSubstring("ncu has none of: PmSampling"));
  CHECK_THROWS_WITH(available_sections({"SpeedOfLight"}, {}), ContainsSubstring("could not be read"));
  CHECK_THROWS_WITH(available_sections({"regex:("}, known), ContainsSubstring("no regular expression"));
}

TEST_CASE("Metrics that the hardware does not have are left out by name", "[ncu_lists]") {
  auto const known = read_ncu_metrics(file("metrics-2024.1.1-gh100-excerpt.txt"));
  Names const there{"dram__bytes_read.sum",
                    "dram__bytes_read.sum.per_second",
                    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                    "FE_A.TriageCompute.gr__cycles_active.avg",
                    "sm__throughput",
                    "regex:.*tensor.*",
                    "group:memory__chart",
                    "breakdown:gpu__compute_memory_throughput",
                    "launch__grid_size",
                    "smsp__pcsamp_sample_count"};
  CHECK(available_metrics(there, known) == Available{there, {}});
  Available const left =
      available_metrics({"flop_count_hp.sum", "dram__bytes_read.sum", "dram__bytes_rea.sum"}, known);
  CHECK(left.names == Names{"dram__bytes_read.sum"});
  CHECK(left.diagnostics.size() == 2);
  CHECK(says(left, "'flop_count_hp.sum'"));
  CHECK_THROWS_WITH(available_metrics({"flop_count_hp.sum"}, known),
                    ContainsSubstring("nothing is left to measure"));
  CHECK_THROWS_WITH(available_metrics({"dram__bytes.sum"}, {}), ContainsSubstring("could not be read"));
}
