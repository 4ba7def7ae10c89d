// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/command_line.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("command nsys prints one line for a shell") {
  auto const all = llmprof_with({"command", "nsys", "--", "./engine", "--prompt", "it's"});
  CHECK(all.status == 0);
  CHECK(all.err.empty());
  CHECK(all.out ==
        "nsys profile --trace=cuda,nvtx --sample=none --cpuctxsw=none --cuda-graph-trace=node ./engine "
        "--prompt "
        "'it'\\''s'\n");
  auto const gated = llmprof_with({"command", "nsys", "--capture", "LLM@decode_step", "--count", "8",
                                   "--delay", "2", "--duration", "0.5", "--graphs", "whole", "--out", "run",
                                   "--nsys", "/opt/nsys", "--", "./engine"});
  CHECK(
      gated.out ==
      "NSYS_NVTX_PROFILER_REGISTER_ONLY=0 /opt/nsys profile --trace=cuda,nvtx --sample=none --cpuctxsw=none "
      "--cuda-graph-trace=graph --capture-range=nvtx --nvtx-capture=decode_step@LLM "
      "--capture-range-end=repeat:8 "
      "--delay=2 --duration=0.5 --output=run ./engine\n");
}

TEST_CASE("command nsys takes any domain, and one range by default") {
  auto const any = llmprof_with({"command", "nsys", "--capture", "*@prefill", "--", "./engine"});
  CHECK_THAT(any.out, ContainsSubstring("'--nvtx-capture=prefill@*' --capture-range-end=stop"));
}

TEST_CASE("command ncu prints one line for a shell") {
  auto const regions = llmprof_with({"command",   "ncu",
                                     "--region",  "LLM@prefill",
                                     "--region",  "LLM@decode_all/LLM@decode_step",
                                     "--exclude", "warmup",
                                     "--skip",    "1",
                                     "--count",   "5",
                                     "--replay",  "application",
                                     "--metrics", "a__b.sum,c__d.avg",
                                     "--section", "Occupancy",
                                     "--set",     "roofline",
                                     "--out",     "k",
                                     "--",        "./engine",
                                     "--metrics", "x"});
  CHECK(regions.status == 0);
  CHECK(regions.out ==
        "ncu --target-processes all --set roofline --section Occupancy --metrics a__b.sum,c__d.avg "
        "--replay-mode "
        "application --launch-skip 1 --launch-count 5 --nvtx --nvtx-include LLM@prefill/ --nvtx-include "
        "'LLM@decode_all/*/decode_step' --nvtx-exclude warmup/ --export k ./engine --metrics x\n");
  auto const ranges = llmprof_with(
      {"command", "ncu", "--region", "LLM@request", "--start-end", "--graphs", "whole", "--", "./engine"});
  CHECK(ranges.out ==
        "ncu --target-processes all --graph-profiling graph --nvtx --nvtx-include LLM@request ./engine\n");
}

TEST_CASE("command ncu compares whole names of kernels with whole names") {
  auto const [kernel, base] = GENERATE(table<std::string, std::string>({
      {"f", "all --kernel-name f "},
      {"regex:f(x)", "all --kernel-name 'regex:f(x)' "},
      {"f<int>(T*)", "all --kernel-name-base demangled --kernel-name 'f<int>(T*)' "},
  }));
  auto const result = llmprof_with({"command", "ncu", "--kernel", kernel, "--", "./engine"});
  CHECK_THAT(result.out, ContainsSubstring(base));
  auto const two = llmprof_with(
      {"command", "ncu", "--kernel", "a", "--kernel", "b", "--kernel-names", "mangled", "--", "./engine"});
  CHECK_THAT(two.out, ContainsSubstring("--kernel-name-base mangled --kernel-name 'regex:^a$|^b$'"));
}

TEST_CASE("command has its parts in JSON, what was left out among them") {
  auto const result = llmprof_with({"command", "nsys", "--tool-version", "2020.4", "--graphs", "whole",
                                    "--capture", "LLM@prefill", "--format", "json", "--", "./engine"});
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  auto const json = boost::json::parse(result.out);
  CHECK(keys_of(json) == "schema argv environment diagnostics");
  CHECK(json.at("schema") == "llmprof.command/1");
  CHECK(json.at("argv").as_array().front() == "nsys");
  CHECK(json.at("argv").as_array().back() == "./engine");
  CHECK(json.at("environment").at("NSYS_NVTX_PROFILER_REGISTER_ONLY") == "0");
  CHECK(json.at("diagnostics").as_array().size() == 1);
  auto const text =
      llmprof_with({"command", "nsys", "--tool-version", "2020.4", "--graphs", "whole", "--", "./engine"});
  CHECK_THAT(text.err, ContainsSubstring("warning: nsys 2020.4.0 has no --cuda-graph-trace"));
}

TEST_CASE("command: what cannot be is wrong usage, and nothing is printed") {
  auto const [arguments, text] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"-q"}, "subcommand"},
      {{"cupti", "--", "x"}, "subcommand"},
      {{"nsys", "-q"}, "CMD"},
      {{"nsys", "--"}, "CMD"},
      {{"nsys", "--skip", "3", "--", "x"}, "--skip"},
      {{"nsys", "--count", "3", "--", "x"}, "--count requires --capture"},
      {{"nsys", "--capture", "LLM@", "--", "x"}, "no name"},
      {{"nsys", "--tool-version", "new", "--", "x"}, "'new' is no version"},
      {{"nsys", "--duration", "0", "--", "x"}, "--duration"},
      {{"ncu", "--count", "0", "--", "x"}, "--count"},
      {{"ncu", "--replay", "none", "--", "x"}, "--replay"},
      {{"ncu", "--replay", "range", "--kernel", "a", "--", "x"}, "--kernel-name: ranges are replayed"},
      {{"ncu", "--region", "A@x/B@y", "--", "x"}, "several domains"},
      {{"ncu", "--section", ".*Light", "--", "x"}, "regex:.*Light"},
  }));
  std::vector<std::string> line{"command"};
  line.insert(line.end(), arguments.begin(), arguments.end());
  auto const result = llmprof_with(line);
  CAPTURE(text);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring(text));
}
