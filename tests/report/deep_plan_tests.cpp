// SPDX-License-Identifier: MIT
#include "llmprof/report/deep_plan.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

DeepPlan sample_plan() {
  DeepPlan plan;
  plan.source = "run.sqlite";
  plan.coverage = 80;
  plan.most_kernels = 10;
  plan.phases = {{parse_path("LLM@prefill"), 1'000'000, 900'000, 50'000, 1, 4},
                 {parse_path("LLM@decode_all"), 20'000'000, 19'000'000, 0, 2, 3}};
  PlannedKernel gemm;
  gemm.name = "void gemm<float, 128>(int)";
  gemm.canonical = "gemm<float,128>(int)";
  gemm.function = "gemm";
  gemm.phases = {{0, true, 4, 900'000, 90}, {1, false, 10, 1'000'000, 5}};
  gemm.calls = 14;
  gemm.total_ns = 1'900'000;
  gemm.launches = {2, 8};
  gemm.shapes = {{{{128, 2, 1}, {256, 1, 1}}, 14, 1'900'000}};
  PlannedKernel plain;
  plain.name = "it's";
  plain.canonical = plain.function = "it's";
  plain.phases = {{1, true, 7, 18'000'000, 90}};
  plain.calls = 7;
  plain.total_ns = 18'000'000;
  plain.launches = {2};
  plan.kernels = {plain, gemm};
  plan.selection = {.kernel_id = "::regex:^(gemm|it's)$:^(2|8)$",
                    .launches = {2, 8},
                    .launch_count = 4,
                    .planned = 3,
                    .least = 3,
                    .most = 4,
                    .also = {"gemm<2>"}};
  plan.estimate = {{8, 10, "basic"}, 4'200'000'000, 7'200'000'000'000, "what was measured"};
  plan.diagnostics = {{Severity::note, "fine", "run.sqlite", {}}};
  return plan;
}

}  // namespace

TEST_CASE("A plan is a table for people, with what it covers and takes") {
  std::string const text = format_plan(sample_plan(), {.width = 0});
  CHECK(
      text ==
      "kernel                      LLM@prefill %  LLM@decode_all %  calls  total_ms  launches  grid x block\n"
      "it's                                    -            90.0 *      7    18.000  2         n/a\n"
      "void gemm<float, 128>(int)         90.0 *             5.0       14     1.900  2, 8      (128, 2, "
      "1)x(256, 1, 1)\n"
      "\n"
      "LLM@prefill: 90.0 % of 1.000 ms covered, 1 of 4 kernels chosen (*)\n"
      "LLM@decode_all: 95.0 % of 20.000 ms covered, 2 of 3 kernels chosen (*)\n"
      "launches: 3 planned, 3 to 4 measured (numbers 2, 8)\n"
      "passes over each: 8 to 10\n"
      "time: 4.2 s to 2.0 h; rests on what was measured\n"
      "ncu --kernel-name-base function --kernel-id '::regex:^(gemm|it'\\''s)$:^(2|8)$' --launch-count 4 "
      "--graph-profiling node\n");
}

TEST_CASE("On a terminal names and the expression for ncu are cut to its width") {
  DeepPlan plan = sample_plan();
  plan.selection.kernel_id = "::regex:^(" + std::string(4000, 'x') + ")$:^(2|8)$";
  std::string const text = format_plan(plan, {.width = 100});
  CHECK_THAT(text, ContainsSubstring("--graph-profiling node\n"));
  CHECK(text.size() < 2000);
  CHECK(format_plan(plan, {.format = Format::md}).size() > 4000);
}

TEST_CASE("A plan is Markdown") {
  std::string const text = format_plan(sample_plan(), {.format = Format::md});
  CHECK_THAT(text, StartsWith("| kernel | LLM@prefill % |"));
  CHECK_THAT(text, ContainsSubstring("\n```\nLLM@prefill: 90.0 %"));
}

TEST_CASE("A plan as CSV has a row for each kernel of each phase") {
  CHECK(format_plan(sample_plan(), {.format = Format::csv}) ==
        "kernel,phase,chosen,phase_calls,phase_total_ns,calls,total_ns,launches\r\n"
        "it's,LLM@decode_all,true,7,18000000,7,18000000,2\r\n"
        "\"void gemm<float, 128>(int)\",LLM@prefill,true,4,900000,14,1900000,2 8\r\n"
        "\"void gemm<float, 128>(int)\",LLM@decode_all,false,10,1000000,14,1900000,2 8\r\n");
}

TEST_CASE("A plan is JSON") {
  std::string const expected = R"json({
  "schema": "llmprof.deep_plan/1",
  "source": "run.sqlite",
  "coverage": 80,
  "most_kernels": 10,
  "phases": [
    {"path":["LLM@prefill"],"kernel_ns":1000000,"covered_ns":900000,"left_out_ns":50000,"chosen":1,"kernels":4},
    {"path":["LLM@decode_all"],"kernel_ns":20000000,"covered_ns":19000000,"left_out_ns":0,"chosen":2,"kernels":3}
  ],
  "kernels": [
    {"name":"it's","canonical":"it's","function":"it's","calls":7,"total_ns":18000000,"launches":[2],"phases":[{"phase":1,"chosen":true,"calls":7,"total_ns":18000000,"share":90}],"shapes":[]},
    {"name":"void gemm<float, 128>(int)","canonical":"gemm<float,128>(int)","function":"gemm","calls":14,"total_ns":1900000,"launches":[2,8],"phases":[{"phase":0,"chosen":true,"calls":4,"total_ns":900000,"share":90},{"phase":1,"chosen":false,"calls":10,"total_ns":1000000,"share":5}],"shapes":[{"grid":[128,2,1],"block":[256,1,1],"calls":14,"total_ns":1900000}]}
  ],
  "ncu": {
    "kernel_name_base": "function",
    "kernel_id": "::regex:^(gemm|it's)$:^(2|8)$",
    "launch_count": 4,
    "graph_nodes": true,
    "launches": [2,8],
    "planned": 3,
    "least": 3,
    "most": 4,
    "also": ["gemm<2>"]
  },
  "estimate": {
    "least_passes": 8,
    "most_passes": 10,
    "least_ns": 4200000000,
    "most_ns": 7200000000000,
    "basis": "what was measured"
  },
  "diagnostics": [
    {"severity":"note","text":"fine","source":"run.sqlite","line":null}
  ]
}
)json";
  CHECK(deep_plan_json(sample_plan()) == expected);
  CHECK(format_plan(sample_plan(), {.format = Format::json}) == expected);
}

TEST_CASE("An empty plan says that there is nothing to measure") {
  CHECK_THAT(format_plan({}), ContainsSubstring("nothing to measure\n"));
  CHECK_THAT(deep_plan_json({}), ContainsSubstring("\"kernel_id\": null"));
  DeepPlan whole;
  whole.phases = {{{}, 1'000'000, 0, 0, 0, 1}};
  CHECK_THAT(format_plan(whole), ContainsSubstring("(whole run): 0.0 % of 1.000 ms covered"));
}
