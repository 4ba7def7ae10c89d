// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/profile_json.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/report/profile_json.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

KernelRecord kernel_of(char const* name, std::uint64_t calls, std::optional<std::int64_t> total_ns) {
  KernelRecord record;
  record.name = name;
  record.calls = calls;
  record.total_ns = total_ns;
  return record;
}

RangeSummary ranges_of(char const* report, std::vector<RangeRecord> ranges) {
  return {report, std::move(ranges)};
}

Label const prefill{"LLM", "prefill"};
Label const step{"LLM", "decode_step"};

}  // namespace

TEST_CASE("Launches of a trace give exact figures by device", "[stats_tables]") {
  StatsTables tables;
  tables.launches = {{"cuda_gpu_trace",
                      {"a", "b"},
                      {"NVIDIA H200 (1)", ""},
                      {{0, 0, 30}, {1, 1, 5}, {0, 0, 10}, {0, 0, 20}}}};
  tables.kernels = {{"cuda_gpu_kern_sum", {kernel_of("a", 1, 1)}}};  // the trace tells more
  Profile const profile = analyze(tables);
  CHECK(profile.total == KernelTotal{4, 65});
  REQUIRE(profile.kernels.size() == 2);
  KernelRecord const a = to_record(profile, profile.kernels[0]);
  CHECK(a == KernelRecord{"a", "NVIDIA H200 (1)", 3, 60, 20.0, 10, 20.0, 30, 10.0});
  CHECK(profile.kernels[0].median_kind == MedianKind::exact);
  CHECK(to_record(profile, profile.kernels[1]).device.empty());
  CHECK_FALSE(profile.has_timeline);
}

TEST_CASE("What tables of ranges do not tell is absent, never zero", "[stats_tables]") {
  StatsTables tables;
  tables.ranges = {ranges_of("nvtx_sum", {{prefill, 2, 800, std::nullopt}})};
  Profile const profile = analyze(tables);
  REQUIRE(profile.phases.size() == 1);
  PhaseProfile const& phase = profile.phases[0];
  CHECK(phase.path == std::vector<Label>{prefill});
  CHECK(phase.instances == 2U);
  CHECK(phase.wall_ns == 800);
  CHECK_FALSE(phase.processes);
  CHECK_FALSE(phase.span_ns);
  CHECK_FALSE(phase.kernel_ns);
  CHECK_FALSE(phase.exclusive_kernel_ns);
  CHECK_FALSE(phase.gpu_busy_ns);
  CHECK_FALSE(phase.calls);
  for (KernelTotal const& total : {profile.total, profile.outside, profile.no_launch_record}) {
    CHECK(total == KernelTotal{std::nullopt, std::nullopt});
  }
  CHECK_THAT(phases_json(profile, By::none),
             ContainsSubstring("\"processes\":null,\"instances\":2,\"wall_ns\":800,\"span_ns\":null") &&
                 ContainsSubstring("\"kernel_ns\":null,\"exclusive_kernel_ns\":null,\"gpu_busy_ns\":null,"
                                   "\"calls\":null"));
}

TEST_CASE("A phase takes each figure from the table that knows it best", "[stats_tables]") {
  StatsTables tables;
  tables.ranges = {ranges_of("nvtx_gpu_proj_sum", {{step, 1, 90, 70}, {prefill, 1, 40, 30}}),
                   ranges_of("nvtx_pushpop_sum", {{step, 3, 100, std::nullopt}}),
                   ranges_of("nvtx_startend_sum", {{step, 1, 10, std::nullopt}})};
  Profile const profile = analyze(tables);
  PhaseProfile const* const phase = profile.find({step});
  REQUIRE(phase != nullptr);
  CHECK(phase->instances == 4U);  // of both styles, which are different ranges
  CHECK(phase->wall_ns == 110);
  CHECK(phase->span_ns == 70);
  CHECK(profile.find({prefill})->instances == 1U);
}

TEST_CASE("Kernels of a range are summed over its threads; ranges are not added up", "[stats_tables]") {
  StatsTables tables;
  tables.range_kernels = {{"nvtx_kern_sum",
                           {{prefill, kernel_of("a", 2, 20)},
                            {prefill, kernel_of("a", 1, 10)},
                            {prefill, kernel_of("b", 1, 50)},
                            {step, kernel_of("a", 3, std::nullopt)}}}};
  Profile const profile = analyze(tables);
  PhaseProfile const* const phase = profile.find({prefill});
  REQUIRE(phase != nullptr);
  CHECK(phase->calls == 4U);
  CHECK(phase->kernel_ns == 80);
  CHECK_FALSE(phase->instances);
  CHECK_FALSE(phase->wall_ns);
  REQUIRE(phase->kernels.size() == 2);
  CHECK(to_record(profile, phase->kernels[0]).name == "b");
  CHECK(phase->kernels[1].calls == 3);
  CHECK(profile.find({step})->calls == 3U);
  CHECK_FALSE(profile.find({step})->kernel_ns);
  CHECK_FALSE(profile.total.calls);  // a kernel counts in every range around it
  CHECK(profile.kernels.empty());
}

TEST_CASE("A profile of tables reads back as it is", "[stats_tables]") {
  StatsTables tables;
  tables.ranges = {
      ranges_of("nvtx_sum", {{prefill, 2, 800, std::nullopt}, {{"", "a:b"}, 1, 5, std::nullopt}})};
  tables.range_kernels = {{"nvtx_kern_sum", {{prefill, kernel_of("a", 2, 20)}}}};
  Profile const profile = analyze(tables);
  Profile const again = read_profile_json(to_json(profile), "p.json");
  CHECK(to_json(again) == to_json(profile));
  REQUIRE(again.phases.size() == 2);
  CHECK_FALSE(again.phases[0].gpu_busy_ns);
  CHECK(again.phases[1].path == std::vector<Label>{{"", "a:b"}});
}

TEST_CASE("Two files are one capture where their reports differ", "[stats_tables]") {
  StatsTables tables;
  tables.source = "a.csv";
  tables.kernels = {{"cuda_gpu_kern_sum", {kernel_of("a", 1, 1)}}};
  StatsTables more;
  more.source = "b.csv";
  more.ranges = {ranges_of("nvtx_sum", {{prefill, 2, 800, std::nullopt}})};
  add_tables(tables, more);
  CHECK(tables.source == "a.csv, b.csv");
  Profile const profile = analyze(tables);
  CHECK(profile.total == KernelTotal{1, 1});
  CHECK(profile.phases.size() == 1);
  CHECK_THROWS_MATCHES(
      add_tables(tables, more), InvalidArgument,
      MessageMatches(ContainsSubstring("two tables of the report nvtx_sum: a.csv, b.csv and b.csv")));
}

TEST_CASE("Figures of tables that do not fit are an error that names the file", "[stats_tables]") {
  StatsTables tables;
  tables.source = "f.csv";
  auto const most = std::numeric_limits<std::int64_t>::max();
  tables.ranges = {ranges_of("nvtx_sum", {{prefill, 1, most, {}}, {prefill, 1, most, {}}})};
  CHECK_THROWS_MATCHES(analyze(tables), ParseError, MessageMatches(ContainsSubstring("f.csv: durations")));
}
