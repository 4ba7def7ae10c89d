// SPDX-License-Identifier: MIT
// Where the settings of `llmprof run` come from; nothing is run here.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>

#include "llmprof/command/presets.hpp"
#include "support/command_line.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using Arguments = std::vector<std::string>;

namespace {

/// What would be done.
Result plan(Arguments options, Arguments const& workload = {"./engine"}) {
  options.insert(options.begin(), {"run", "--dry-run"});
  options.emplace_back("--");
  options.insert(options.end(), workload.begin(), workload.end());
  return llmprof_with(options);
}

}  // namespace

TEST_CASE("options go over --set, --set over files, files over presets, presets over what is built in") {
  TemporaryFolder const folder;
  put_file(folder / "a.yaml",
           "run.top_n_kernels: 3\nncu: {launch_count: 3, launch_skip: 3}\nrun.timeout: 3\n");
  put_file(folder / "b.yaml", "ncu.launch_skip: 4\nrun.timeout: 4\n");
  auto const result = plan({"--timeout", "9", "--set", "run.timeout=5", "--set", "run.coverage=5", "--config",
                            folder / "a.yaml", "--config", folder / "b.yaml", "--preset", "ncu.light",
                            "--preset", "nsys.default"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());
  for (auto const* const line :
       {"    timeout: 9\n", "    coverage: 5\n", "    launch_skip: 4\n", "    launch_count: 3\n",
        "    top_n_kernels: 3\n", "    set: none\n", "    linger: 2\n"}) {
    CHECK_THAT(result.out, ContainsSubstring(line));
  }
}

TEST_CASE("every option of run that is a setting sets it") {
  static TemporaryFolder const folder;  // the options are made once for all of them
  put_file(folder / "model.json", get_file(std::string(LLMPROF_TEST_DATA) + "/models/gpt2.json"));
  put_file(folder / "phases.yaml", "- {match: step, phase: decode}\n");
  put_file(folder / "kernels.yaml", "- {class: gemm, any: [mine]}\n");
  std::string const file = folder / "model.json";
  auto const [option, value, line] = GENERATE_COPY(table<std::string, std::string, std::string>({
      {"--mode", "light", "mode: light"},
      {"--collector", "cupti", "collector: cupti"},
      {"--model", file, "model: " + file},
      {"--phase-rules", folder / "phases.yaml", "phase_rules: " + (folder / "phases.yaml").string()},
      {"--kernel-rules", folder / "kernels.yaml", "kernel_rules: " + (folder / "kernels.yaml").string()},
      {"--inputs", file, "inputs: " + file},
      {"--device", "1,GPU-ab", "device: [1, GPU-ab]"},
      {"--out", "x", "dir: x"},
      {"--timeout", "1.5", "timeout: 1.5"},
      {"--linger", "0", "linger: 0"},
      {"--graphs", "whole", "graphs: whole"},
      {"--max-size", "1000", "max_size: 1000"},
      {"--capture", "LLM@prefill", "capture: LLM@prefill"},
      {"--delay", "2", "delay: 2"},
      {"--duration", "2", "duration: 2"},
  }));
  CAPTURE(option, value);
  auto const result = plan({option, value});
  CHECK(result.status == 0);
  CHECK_THAT(result.out, ContainsSubstring("    " + line + '\n'));
  CHECK(plan({option, "\x1b"}).status == 2);
}

TEST_CASE("a plan tells argv and variables, and no secret") {
  auto const result = plan({"--device", "0", "--set", "nsys.extra=--env-var=HF_TOKEN=abcdef"},
                           {"./x", "--api-key", "abcdef"});
  CHECK_THAT(result.out, StartsWith("argv: [./x, --api-key, \"***\"]\ncollector: cupti\nenvironment: ["));
  CHECK_THAT(result.out, ContainsSubstring("CUDA_VISIBLE_DEVICES") && ContainsSubstring("LLMPROF_SPOOL"));
  CHECK_THAT(result.out, !ContainsSubstring("abcdef"));
}

TEST_CASE("wrong settings are wrong usage, with a sentence") {
  static TemporaryFolder const folder;
  put_file(folder / "bad.yaml", "run:\n  mod: light\n");
  std::string const bad = folder / "bad.yaml";
  auto const [options, message] = GENERATE_COPY(table<Arguments, std::string>({
      {{"--collector", "nsys", "--set", "nsys.capture_range=hotkey"},
       "nsys.capture_range: hotkey needs somebody"},
      {{"--mode", "fast"}, "--mode: 'fast' is wrong; it takes light|deep"},
      {{"--timeout", "soon"}, "--timeout: 'soon' is wrong; it takes seconds, 0 or more"},
      {{"--timeout=-1"}, "--timeout: '-1' is wrong"},
      {{"--max-size", "0"}, "--max-size: '0' is wrong"},
      {{"--graphs", "some"}, "--graphs: 'some' is wrong; it takes nodes|whole"},
      {{"--device", "cuda:0"}, "--device: 'cuda:0' is wrong"},
      {{"--device", "0,0"}, "device 0 is given twice"},
      {{"--model", "no-such-file"}, "run.model (--model): no-such-file is not a file"},
      {{"--inputs", "."}, "run.inputs (--inputs): . is not a file"},
      {{"--config", bad}, bad + ":2: unknown setting 'run.mod'; did you mean 'run.mode'?"},
      {{"--config", "no-such-file"}, "no-such-file"},
      {{"--preset", "ncu.ligt"}, "no preset 'ncu.ligt'; did you mean 'ncu.light'?"},
      {{"--set", "run.mode"}, "is not KEY=VALUE"},
      {{"--set", "nsys.capture_range=nvtx"}, "nsys.nvtx_capture names no range"},
      {{"--skip", "1"}, "--capture LABEL"},
  }));
  CAPTURE(message);
  auto const result = plan(options);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, StartsWith("llmprof: ") && ContainsSubstring(message));
}

TEST_CASE("presets are listed, and printed") {
  auto const list = llmprof_with({"presets"});
  CHECK(list.status == 0);
  for (llmprof::Preset const& preset : llmprof::presets()) {
    CHECK_THAT(list.out, ContainsSubstring(std::string(preset.name) + ' ') &&
                             ContainsSubstring(std::string(preset.what) + '\n'));
    CHECK(llmprof_with({"presets", std::string(preset.name)}).out == preset.yaml);
  }
  auto const unknown = llmprof_with({"presets", "x"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no preset 'x'"));
}

TEST_CASE("a printed preset can be given as a file") {
  TemporaryFolder const folder;
  put_file(folder / "mine.yaml", llmprof_with({"presets", "ncu.high"}).out);
  CHECK(plan({"--config", folder / "mine.yaml"}).out == plan({"--preset", "ncu.high"}).out);
}

TEST_CASE("options of ncu are settings; ranges may be given several times") {
  auto const result =
      plan({"--region", "LLM@prefill", "--region", "it's, so", "--exclude", "warmup", "--replay", "range",
            "--top", "3", "--coverage", "60", "--ncu", "/opt/ncu", "--nsys", "/opt/nsys"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  for (auto const* const line : {"replay_mode: range", "top_n_kernels: 3", "coverage: 60", "path: /opt/ncu",
                                 "path: /opt/nsys", "- LLM@prefill", "it's, so", "- warmup"}) {
    INFO(line);
    CHECK(result.out.find(std::string(line).starts_with("- ") ? line + 2 : line) != std::string::npos);
  }
}
