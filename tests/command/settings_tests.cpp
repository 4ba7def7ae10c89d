// SPDX-License-Identifier: MIT
#include "llmprof/command/settings.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>

#include "llmprof/command/presets.hpp"
#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using namespace std::chrono_literals;

namespace {

Settings with(std::string_view yaml) {
  Settings settings;
  apply_yaml(settings, yaml, "a.yaml");
  return settings;
}

/// A row of the table in docs/configuration.md.
std::string row(SettingDescription const& setting) {
  auto const cell = [](std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
  };
  std::string const fallback = setting.fallback.empty() ? "" : "`" + setting.fallback + "`";
  return "| `" + setting.key + "` | " + cell(setting.allowed) + " | " + fallback + " | " +
         cell(setting.what) + " |\n";
}

}  // namespace

TEST_CASE("settings are read from nested keys and from keys with points", "[settings]") {
  Settings const settings = with(
      "# a comment\n"
      "run:\n  mode: deep\n  timeout: 1.5\n  ab: true\n  coverage: 90\n"
      "nsys.trace: cuda,nvtx\n"
      "collector: {graphs: whole, max_size: 1000, capture: LLM@decode_step}\n"
      "ncu:\n  metrics: [a.sum, \"regex:x,y\"]\n  sections:\n    - SpeedOfLight\n");
  CHECK(settings.run_mode == RunMode::deep);
  CHECK(settings.run_timeout == 1500ms);
  CHECK(settings.run_ab);
  CHECK(settings.run_coverage == 90);
  CHECK(settings.nsys_trace == std::vector<std::string>{"cuda", "nvtx"});
  CHECK(settings.collector_graphs == "whole");
  CHECK(settings.collector_max_size == 1000);
  CHECK(settings.collector_capture == "LLM@decode_step");
  CHECK(settings.ncu_metrics == std::vector<std::string>{"a.sum", "regex:x,y"});
  CHECK(settings.ncu_sections == std::vector<std::string>{"SpeedOfLight"});
  CHECK(with("") == Settings());
  CHECK(with("nsys:\n") == Settings());
  CHECK(with("nsys: {}\n") == Settings());
}

TEST_CASE("older names are taken", "[settings]") {
  CHECK(with("artifacts.stage2_dir: x").artifacts_dir == "x");
  CHECK(with("ncu_cli: {set: full, nvtx: {include: [LLM@prefill]}}").ncu_set == "full");
  CHECK(with("ncu_cli: {nvtx: {include: LLM@prefill}}").ncu_nvtx_include ==
        std::vector<std::string>{"LLM@prefill"});
  CHECK(with("nsys.capture: hotkey").nsys_capture_range == "hotkey");
  Settings settings;
  apply_assignment(settings, "ncu_cli.replay_mode=application");
  CHECK(settings.ncu_replay_mode == "application");
}

TEST_CASE("null is nothing, where that can be", "[settings]") {
  CHECK(with("nsys.capture_range_end: null\nncu.metrics: ~\nnsys.sample:\n").ncu_metrics.empty());
  CHECK(with("nsys.capture_range_end: null").nsys_capture_range_end == "none");
  CHECK(with("ncu.nvtx_include: null").ncu_nvtx_include.empty());
  CHECK_THROWS_AS(with("run.mode: null"), ParseError);
  CHECK_THROWS_AS(with("artifacts.dir: null"), ParseError);
  CHECK_THROWS_AS(with("run.top_n_kernels: null"), ParseError);
}

TEST_CASE("what is wrong in a file is said with its line", "[settings]") {
  auto const [yaml, message] = GENERATE(table<std::string, std::string>({
      {"run:\n  mod: deep\n", "a.yaml:2: unknown setting 'run.mod'; did you mean 'run.mode'?"},
      {"\nncu.top_n_kernels: 3",
       "a.yaml:2: unknown setting 'ncu.top_n_kernels'; did you mean "
       "'run.top_n_kernels'?"},
      {"qqqqqqqqqq: 1", "a.yaml:1: unknown setting 'qqqqqqqqqq'; docs/configuration.md"},
      {"run.mode: fast", "a.yaml:1: run.mode: 'fast' is wrong; it takes light|deep"},
      {"run.top_n_kernels: many", "'many' is wrong; it takes whole number from 1 to 1000"},
      {"run.top_n_kernels: 0", "'0' is wrong; it takes whole number from 1 to 1000"},
      {"run.top_n_kernels: 1.5", "'1.5' is wrong; it takes whole number"},
      {"run.top_n_kernels: -1", "'-1' is wrong; it takes whole number"},
      {"collector.max_size: 99999999999999999999", "is wrong; it takes whole number from 1"},
      {"run.coverage: nan", "'nan' is wrong; it takes number from 1 to 100"},
      {"run.coverage: 101", "'101' is wrong; it takes number from 1 to 100"},
      {"run.timeout: 5 s", "'5 s' is wrong; it takes seconds, 0 or more"},
      {"run.timeout: -1", "'-1' is wrong; it takes seconds"},
      {"run.ab: yes", "'yes' is wrong; it takes true|false"},
      {"run.mode: [light]", "a list is wrong; it takes one value: light|deep"},
      {"run.device: cuda:0", "'cuda:0' is wrong; it takes list of device indices"},
      {"nsys.trace: [cuda, 'a b']", "'a b' is wrong; it takes list of words"},
      {"nsys.trace: cuda,,nvtx", "'' is wrong; it takes list of words"},
      {"nsys.capture_range_end: repeat:0", "'repeat:0' is wrong; it takes none|stop"},
      {"nsys.capture_range: range", "'range' is wrong; it takes none|nvtx"},
      {"ncu.sections: ['.*SpeedOfLight.*']",
       "'.*SpeedOfLight.*' is wrong; it takes list of section identifiers, or "
       "regex:PATTERN"},
      {"ncu.nvtx_include: ['LLM@']", "'LLM@' is wrong; it takes list of labels"},
      {"ncu.metrics: [a b]", "'a b' is wrong; it takes list of metric names"},
      {"artifacts.dir: ''", "artifacts.dir: '' is wrong; it takes path"},
      {"run.model: \"a\\nb\"", "it has a control character"},
      {"run.model: \"a\\0b\"", "it has a control character"},
      {"artifacts.dir: https://***@host/", "it was masked (***)"},
      {"run: deep", "a.yaml:1: 'run' is a group of settings and has no value"},
      {"run.mode: light\nrun:\n  mode: deep", "a.yaml:3: run.mode is given twice, first in line 1"},
      {"artifacts.stage2_dir: a\nartifacts.dir: b", "a.yaml:2: artifacts.dir is given twice"},
      {"run.mode: {a: b}", "a.yaml:1: unknown setting 'run.mode.a'; did you mean 'run.mode'?"},
      {"- run.mode", "not as a list"},
      {"deep", "settings are written `key: value`"},
      {"ncu.metrics: [[a]]", "a list in a list"},
      {"ncu.metrics: [{a: b}]", "a list of settings"},
      {"ncu.metrics: [a, ~]", "an item of a list is missing"},
      {"? [a]\n: b", "a list cannot be a key"},
      {"? {a: b}\n: c", "settings cannot be a key"},
      {"? ~\n: c", "a key is missing"},
      {"a: {b: {c: {d: {e: f}}}}", "too many levels"},
      {"run: &a {mode: light}", "a.yaml:1: anchors (&) and aliases (*) are not taken"},
      {"run.mode: *a", "a.yaml:1: "},
      {"run.mode: light\n---\nrun.mode: deep\n", "more than one YAML document"},
      {"run:\n  mode: light\n bad", "a.yaml:3: bad YAML"},
      {"run: [", "bad YAML"},
  }));
  CAPTURE(yaml);
  Settings settings;
  settings.run_model = "before";
  Settings const before = settings;
  CHECK_THROWS_WITH(apply_yaml(settings, yaml, "a.yaml"), ContainsSubstring(message));
  CHECK_THROWS_AS(apply_yaml(settings, yaml, "a.yaml"), ParseError);
  CHECK(settings == before);
}

TEST_CASE("hostile files cost little", "[settings]") {
  Settings settings;
  std::string const levels(100'000, '[');
  CHECK_THROWS_AS(apply_yaml(settings, levels, "x"), ParseError);
  CHECK_THROWS_AS(apply_yaml(settings, "a: " + std::string(100'000, '{'), "x"), ParseError);
  CHECK_THROWS_WITH(apply_yaml(settings, std::string((1U << 20U) + 1, ' '), "x"),
                    ContainsSubstring("larger than 1 MiB"));
  std::string bomb = "a: &a [x, x]\n";
  for (char c = 'b'; c < 'z'; ++c) bomb += std::string(1, c) + ": &" + c + " [*" + char(c - 1) + "]\n";
  CHECK_THROWS_AS(apply_yaml(settings, bomb, "x"), ParseError);
  CHECK_THROWS_AS(apply_yaml(settings, std::string(1'000'000, 'k') + ": 1", "x"), ParseError);
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "k" + std::to_string(i) + ": 1\n";
  CHECK_THROWS_WITH(apply_yaml(settings, many, "x"), ContainsSubstring("too many settings"));
  CHECK_THROWS_AS(apply_yaml(settings, std::string("\xff\xfe\x00\x01", 4), "x"), ParseError);
}

TEST_CASE("an assignment changes one setting", "[settings]") {
  Settings settings;
  apply_assignment(settings, "run.mode=deep");
  apply_assignment(settings, " ncu.kernel_name = regex:a=b,c ");
  apply_assignment(settings, "ncu.metrics=a,b");
  apply_assignment(settings, "ncu.nvtx_include=['LLM@a,b', c]");
  apply_assignment(settings, "ncu.sections=");
  CHECK(settings.run_mode == RunMode::deep);
  CHECK(settings.ncu_kernel_name == "regex:a=b,c");
  CHECK(settings.ncu_metrics == std::vector<std::string>{"a", "b"});
  CHECK(settings.ncu_nvtx_include == std::vector<std::string>{"LLM@a,b", "c"});
  CHECK(settings.ncu_sections.empty());
  apply_assignment(settings, "ncu.metrics=[]");
  CHECK(settings.ncu_metrics.empty());
}

TEST_CASE("a wrong assignment is an invalid argument", "[settings]") {
  auto const [text, message] = GENERATE(table<std::string, std::string>({
      {"run.mode", "--set: 'run.mode' is not KEY=VALUE"},
      {"=x", "is not KEY=VALUE"},
      {"run.mod=deep", "did you mean 'run.mode'?"},
      {"run.mode=fast", "--set run.mode: 'fast' is wrong; it takes light|deep"},
      {"ncu.metrics=[a", "--set ncu.metrics:1: "},
      {"ncu.metrics=[a]\nx: 1", "--set ncu.metrics"},
      {"run.mode=[a]", "it takes one value"},
      {"ncu=1", "unknown setting 'ncu'"},
  }));
  CAPTURE(text);
  Settings settings;
  CHECK_THROWS_AS(apply_assignment(settings, text), InvalidArgument);
  CHECK_THROWS_WITH(apply_assignment(settings, text), ContainsSubstring(message));
  CHECK(settings == Settings());
}

TEST_CASE("an option is called what it is called on the command line", "[settings]") {
  Settings settings;
  CHECK_THROWS_WITH(apply_value(settings, "run.mode", "x", "--mode"),
                    "--mode: 'x' is wrong; it takes light|deep");
  CHECK_THROWS_WITH(apply_value(settings, "run.mode", "x"), StartsWith("run.mode: "));
}

TEST_CASE("later layers go over earlier ones, and leave the rest", "[settings]") {
  TemporaryFolder const folder;
  put_file(folder / "user.yaml", "run.top_n_kernels: 7\nncu.set: full\n");
  Settings settings;
  apply_preset(settings, "deep");
  apply_preset(settings, "ncu.memory");
  apply_file(settings, folder / "user.yaml");
  apply_assignment(settings, "run.top_n_kernels=9");
  CHECK(settings.run_mode == RunMode::deep);            // the first preset
  CHECK(settings.ncu_sections.size() == 7);             // the second
  CHECK(settings.ncu_set == "full");                    // the file
  CHECK(settings.run_top_n_kernels == 9);               // --set
  CHECK(settings.nsys_trace == Settings().nsys_trace);  // nobody
  CHECK_THROWS_AS(apply_file(settings, folder / "none.yaml"), IoError);
}

TEST_CASE("settings that contradict each other are refused", "[settings]") {
  CHECK_NOTHROW(validate(Settings()));
  CHECK_THROWS_WITH(validate(with("nsys.capture_range: nvtx")), ContainsSubstring("nsys.nvtx_capture"));
  CHECK_NOTHROW(validate(with("nsys: {capture_range: nvtx, gating_nvtx: false}")));
  CHECK_NOTHROW(validate(with("nsys: {capture_range: nvtx, nvtx_capture: LLM@prefill}")));
  CHECK_THROWS_WITH(validate(with("collector.skip: 1")), ContainsSubstring("--capture LABEL"));
}

TEST_CASE("what is printed is read back", "[settings]") {
  Settings const settings = with(
      "run: {mode: deep, collector: nsys, timeout: 0.001, coverage: 33.3, device: [0, GPU-ab12], model: "
      "'null',"
      " inputs: 'a: b # c'}\n"
      "artifacts.dir: 'true'\n"
      "collector: {max_size: 1000000000000000, linger: 1000000000, delay: 12345.678}\n"
      "nsys: {extra: ['--a=b, c', '~', '[x]', '- y'], nvtx_capture: 'LLM@a\\@b'}\n"
      "ncu: {metrics: [], kernel_name: 'regex:^a|\"b\"$', launch_count: 0}\n");
  std::string const printed = to_yaml(to_config(settings));
  CAPTURE(printed);
  CHECK(with(printed) == settings);
  CHECK(to_yaml(to_config(with(printed))) == printed);
  CHECK(with(to_yaml(to_config(Settings()))) == Settings());
}

TEST_CASE("times are not rounded to no limit", "[settings]") {
  CHECK(with("run.timeout: 0.00001").run_timeout == 1ms);
  CHECK(with("run.timeout: 0").run_timeout == 0ms);
}

// LLMPROF_UPDATE_GOLDEN=1 in the environment writes the table into the page.
TEST_CASE("docs/configuration.md has every setting", "[settings]") {
  std::string const path = std::string(LLMPROF_TEST_DATA) + "/../../docs/configuration.md";
  std::string const begin = "| --- | --- | --- | --- |\n";
  std::string const page = get_file(path);
  auto const from = page.find(begin) + begin.size();
  auto const to = page.find("\n\n", from) + 1;
  std::string table;
  for (SettingDescription const& setting : describe_settings()) {
    table += row(setting);
    CHECK(setting.what.size() > 10);
  }
  std::string const wanted = page.substr(0, from) + table + page.substr(to);
  if (std::getenv("LLMPROF_UPDATE_GOLDEN") != nullptr) put_file(path, wanted);
  CHECK(get_file(path) == wanted);
}
