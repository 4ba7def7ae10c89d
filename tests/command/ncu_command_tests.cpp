// SPDX-License-Identifier: MIT
#include "llmprof/command/ncu_command.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <functional>
#include <regex>

#include "llmprof/command/ncu_kernel_name.hpp"
#include "llmprof/error.hpp"
#include "support/says.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using llmprof::tests::says;
using Argv = std::vector<std::string>;

namespace {

NcuCommand engine() {
  NcuCommand command;
  command.workload = {"./engine", "--prompt", "a b"};
  return command;
}

/// What stands between `ncu` and the workload, without --target-processes.
Argv options_of(NcuCommand command) {
  command.processes.reset();
  Argv const argv = make_command(command).argv;
  return {argv.begin() + 1, argv.end() - 3};
}

NcuRange push_pop(std::vector<Label> path) { return {std::move(path), RangeKind::push_pop}; }
NcuRange start_end(std::vector<Label> path) { return {std::move(path), RangeKind::start_end}; }

}  // namespace

TEST_CASE("By default every launch of every process is measured", "[ncu_command]") {
  ToolCommand const made = make_command(engine());
  CHECK(made.argv == Argv{"ncu", "--target-processes", "all", "./engine", "--prompt", "a b"});
  CHECK(made.environment.empty());
  CHECK(made.diagnostics.empty());
}

TEST_CASE("Each option of ncu has its flag", "[ncu_command]") {
  NcuCommand command = engine();
  command.tool = "/opt/ncu/ncu";
  command.processes = NcuProcesses::application_only;
  command.set = "roofline";
  command.sections = {"SpeedOfLight", "regex:.*Stats"};
  command.metrics = {"gpu__time_duration.sum", "regex:dram__bytes.*"};
  command.replay = NcuReplay::application;
  command.app_replay = {NcuMatch::all, NcuMatching::relaxed, NcuBuffer::file};
  command.graphs = NcuGraphs::node;
  command.filter.name_base = NcuNames::demangled;
  command.filter.kernel_name = "regex:gemm";
  command.filter.kernel_id = "::regex:attn:2";
  command.filter.launch_count = 5;
  command.filter.devices = {0, 3};
  command.filter.include = {push_pop({{"LLM", "prefill"}}), push_pop({{"", "stem"}})};
  command.filter.exclude = {push_pop({{"LLM", "warmup"}})};
  command.clocks = NcuClocks::none;
  command.caches = NcuCaches::all;
  command.overwrite = true;
  command.output = "out/kernels";
  command.extra = {"--import-source", "yes"};
  CHECK(make_command(command).argv == Argv{"/opt/ncu/ncu",
                                           "--target-processes",
                                           "application-only",
                                           "--set",
                                           "roofline",
                                           "--section",
                                           "SpeedOfLight",
                                           "--section",
                                           "regex:.*Stats",
                                           "--metrics",
                                           "gpu__time_duration.sum,regex:dram__bytes.*",
                                           "--replay-mode",
                                           "application",
                                           "--app-replay-match",
                                           "all",
                                           "--app-replay-mode",
                                           "relaxed",
                                           "--app-replay-buffer",
                                           "file",
                                           "--graph-profiling",
                                           "node",
                                           "--kernel-name-base",
                                           "demangled",
                                           "--kernel-name",
                                           "regex:gemm",
                                           "--kernel-id",
                                           "::regex:attn:2",
                                           "--launch-count",
                                           "5",
                                           "--devices",
                                           "0,3",
                                           "--nvtx",
                                           "--nvtx-include",
                                           "LLM@prefill/",
                                           "--nvtx-include",
                                           "stem/",
                                           "--nvtx-exclude",
                                           "LLM@warmup/",
                                           "--clock-control",
                                           "none",
                                           "--cache-control",
                                           "all",
                                           "--force-overwrite",
                                           "--export",
                                           "out/kernels",
                                           "--import-source",
                                           "yes",
                                           "./engine",
                                           "--prompt",
                                           "a b"});
}

TEST_CASE("Launches can be skipped", "[ncu_command]") {
  NcuCommand command = engine();
  command.filter.launch_skip = 0;
  command.filter.launch_count = 1;
  CHECK(options_of(command) == Argv{"--launch-skip", "0", "--launch-count", "1"});
}

TEST_CASE("A report has the ranges of its launches", "[ncu_command]") {
  NcuCommand command = engine();
  command.output = "k";
  CHECK(options_of(command) == Argv{"--nvtx", "--export", "k"});
}

TEST_CASE("Ranges of ranges are replayed", "[ncu_command]") {
  NcuCommand command = engine();
  command.replay = GENERATE(NcuReplay::range, NcuReplay::app_range);
  command.filter.include = {start_end({{"LLM", "request"}})};
  command.filter.launch_count = 1;
  CHECK(options_of(command) == Argv{"--replay-mode",
                                    command.replay == NcuReplay::range ? "range" : "app-range",
                                    "--launch-count", "1", "--nvtx", "--nvtx-include", "LLM@request"});
}

TEST_CASE("A range is written as ncu finds it", "[ncu_command]") {
  // After its documentation; 2024.1.1 took each of them.
  auto const [range, text] = GENERATE(table<NcuRange, std::string>({
      {push_pop({{"LLM", "prefill"}}), "LLM@prefill/"},
      {push_pop({{"", "prefill"}}), "prefill/"},
      {start_end({{"LLM", "prefill"}}), "LLM@prefill"},
      {start_end({{"", "prefill"}}), "prefill"},
      {push_pop({{"", "A"}, {"", "B"}}), "A/*/B"},
      {push_pop({{"LLM", "decode_all"}, {"LLM", "decode_step"}, {"LLM", "attn"}}),
       "LLM@decode_all/*/decode_step/*/attn"},
      {start_end({{"LLM", "A"}, {"LLM", "B"}}), "LLM@A,B"},
      {push_pop({{"", "A_range[i]"}}), "A_range\\[i\\]/"},
      {push_pop({{"a@b", "c,d/e*f+g@h$"}}), "a\\@b@c\\,d\\/e\\*f\\+g\\@h\\$/"},
      {push_pop({{"", "a\\b"}}), "a\\\\b/"},
      {push_pop({{"", "layer 3: attn"}}), "layer 3: attn/"},
      {push_pop({{"LLM", "regex:x"}}), "LLM@regex:x/"},
  }));
  CAPTURE(text);
  CHECK(ncu_range_text(range) == text);
}

TEST_CASE("Ranges that ncu cannot be asked for are refused", "[ncu_command]") {
  auto const [range, text] = GENERATE(table<NcuRange, std::string>({
      {push_pop({}), "no range"},
      {push_pop({{"LLM", ""}}), "has no name"},
      {push_pop({{"LLM", "A"}, {"", "B"}}), "several domains"},
      {push_pop({{"", "a\\"}}), "at an end"},
      {push_pop({{"a\\", "b"}}), "at an end"},
      {push_pop({{"", "a\\[b"}}), "before one of"},
      {push_pop({{"", "regex:x"}}), "regular expression"},
  }));
  CHECK_THROWS_WITH(ncu_range_text(range), ContainsSubstring(text));
  NcuCommand command = engine();
  command.filter.exclude = {range};
  CHECK_THROWS_AS(make_command(command), InvalidArgument);
}

TEST_CASE("A name is escaped for an expression that matches it alone", "[ncu_command]") {
  std::string const name = R"(void f<(int)4, a::b[1], {c}>(T*, T1::P&) ^$.|?+\)";
  CHECK(std::regex_match(name, std::regex(regex_escaped(name))));
  CHECK(regex_escaped("a(b)*") == "a\\(b\\)\\*");
  CHECK(regex_escaped("a_b::c") == "a_b::c");
}

TEST_CASE("Several kernels are one expression", "[ncu_command]") {
  CHECK(any_kernel_of({"f<int>(T*)"}) == "f<int>(T*)");
  CHECK(any_kernel_of({"regex:gemm"}) == "regex:gemm");
  std::string const both = any_kernel_of({"f(T*)", "regex:gemm|attn"});
  CHECK(both == "regex:^f\\(T\\*\\)$|(?:gemm|attn)");
  std::regex const expression(both.substr(6));
  CHECK(std::regex_search("f(T*)", expression));
  CHECK(std::regex_search("my_attn_2", expression));
  CHECK_FALSE(std::regex_search("xf(T*)", expression));
  CHECK_THROWS_AS(any_kernel_of({}), InvalidArgument);
  CHECK_THROWS_AS(any_kernel_of({"a", ""}), InvalidArgument);
  CHECK_THROWS_AS(any_kernel_of({"regex:"}), InvalidArgument);
}

TEST_CASE("Old versions of ncu get what they know, and what they lack is said", "[ncu_command]") {
  NcuCommand command = engine();
  command.version = {2022, 3, 0};
  command.graphs = NcuGraphs::node;
  CHECK(options_of(command).empty());  // nodes are all that it measures
  CHECK(make_command(command).diagnostics.empty());
  command.graphs = NcuGraphs::graph;
  CHECK(options_of(command).empty());
  CHECK(says(make_command(command), "ncu 2022.3.0 has no --graph-profiling"));
  command.graphs.reset();
  command.version = {2020, 3, 1};
  command.replay = NcuReplay::application;
  command.app_replay = {NcuMatch::grid, NcuMatching::strict, NcuBuffer::file};
  CHECK(options_of(command) == Argv{"--replay-mode", "application", "--app-replay-match", "grid"});
  CHECK(make_command(command).diagnostics.size() == 2);
}

TEST_CASE("ncu: what makes no sense is refused with a sentence", "[ncu_command]") {
  using Change = std::function<void(NcuCommand&)>;
  auto const [change, text] = GENERATE(table<Change, std::string>({
      {[](auto& c) { c.workload.clear(); }, "no program"},
      {[](auto& c) { c.workload = {"--x"}; }, "'--x' would be taken"},
      {[](auto& c) { c.tool.clear(); }, "its name is empty"},
      {[](auto& c) { c.output = "-x"; }, "--export"},
      {[](auto& c) { c.set = "a b"; }, "--set: 'a b' is not one name"},
      {[](auto& c) { c.sections = {".*SpeedOfLight.*"}; }, "write regex:.*SpeedOfLight.*"},
      {[](auto& c) { c.sections = {""}; }, "--section"},
      {[](auto& c) { c.metrics = {"a,b"}; }, "--metrics: 'a,b' is not one name"},
      {[](auto& c) { c.metrics = {"regex:a{1,2}"}; }, "--metrics"},
      {[](auto& c) { c.filter.launch_count = 0; }, "--launch-count: 0 measures nothing"},
      {[](auto& c) { c.filter.name_base = NcuNames::mangled; }, "no kernel is named"},
      {[](auto& c) { c.filter.kernel_name = "regex:"; }, "the expression is empty"},
      {[](auto& c) { c.filter.kernel_id = "foo"; }, "'foo' is not context:stream:name:invocation"},
      {[](auto& c) {
         c.replay = NcuReplay::range;
         c.filter.kernel_name = "a";
       },
       "--kernel-name: ranges are replayed as a whole"},
      {[](auto& c) {
         c.replay = NcuReplay::app_range;
         c.filter.kernel_id = "::a:1";
       },
       "--kernel-id: ranges are replayed as a whole"},
      {[](auto& c) {
         c.replay = NcuReplay::range;
         c.filter.exclude = {push_pop({{"", "a"}})};
       },
       "--nvtx-exclude: ranges are replayed as a whole"},
      {[](auto& c) {
         c.filter.launch_skip = 1;
         c.filter.kernel_id = "::a:1";
       },
       "--launch-skip: --kernel-id counts"},
      {[](auto& c) {
         c.replay = NcuReplay::application;
         c.app_replay = {{}, NcuMatching::relaxed, NcuBuffer::memory};
       },
       "relaxed needs --app-replay-buffer file"},
      {[](auto& c) { c.app_replay.match = NcuMatch::name; }, "about --replay-mode application"},
      {[](auto& c) {
         c.replay = NcuReplay::app_range;
         c.app_replay.buffer = NcuBuffer::memory;
       },
       "about --replay-mode application"},
      {[](auto& c) {
         c.replay = NcuReplay::application;
         c.graphs = NcuGraphs::graph;
       },
       "--graph-profiling"},
      {[](auto& c) {
         c.replay = NcuReplay::range;
         c.version = {2021, 3, 1};
       },
       "ncu 2021.3.1 lacks it; it came with 2022.1.0"},
      {[](auto& c) {
         c.replay = NcuReplay::app_range;
         c.version = {2022, 4, 1};
       },
       "it came with 2023.1.0"},
      {[](auto& c) {
         c.filter.kernel_name = "a";
         c.version = {2020, 3, 1};
       },
       "it came with 2021.1.0"},
  }));
  NcuCommand command = engine();
  change(command);
  CHECK_THROWS_WITH(make_command(command), ContainsSubstring("ncu: ") && ContainsSubstring(text));
  CHECK_THROWS_AS(make_command(command), InvalidArgument);
}

TEST_CASE("A report of ncu is imported as the raw page in base units", "[ncu_command]") {
  NcuImportCommand command;
  command.report = "k.ncu-rep";
  CHECK(make_command(command).argv ==
        Argv{"ncu", "--import", "k.ncu-rep", "--csv", "--page", "raw", "--print-units", "base"});
  command.page = NcuPage::details;
  command.csv = false;
  command.units = NcuUnits::automatic;
  command.names = NcuNames::mangled;
  command.extra = {"--print-details", "all"};
  CHECK(make_command(command).argv == Argv{"ncu", "--import", "k.ncu-rep", "--page", "details",
                                           "--print-units", "auto", "--print-kernel-base", "mangled",
                                           "--print-details", "all"});
  command.page = NcuPage::session;
  command.version = {2022, 3, 0};
  CHECK_THROWS_WITH(make_command(command), ContainsSubstring("session came with ncu 2022.4.0"));
  command.page = NcuPage::source;
  CHECK(make_command(command).argv[4] == "source");
  command.report.clear();
  CHECK_THROWS_AS(make_command(command), InvalidArgument);
}
