// SPDX-License-Identifier: MIT
#include "llmprof/command/nsys_command.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <functional>

#include "llmprof/error.hpp"
#include "support/says.hpp"

using namespace llmprof;
using llmprof::tests::says;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;
using Argv = std::vector<std::string>;

namespace {

NsysCommand engine() {
  NsysCommand command;
  command.workload = {"./engine", "--prompt", "a b"};
  return command;
}

/// No default of ours, so that a test shows the flags that it is about.
NsysCommand bare() {
  NsysCommand command;
  command.workload = {"./engine"};
  command.trace = {"nvtx"};
  command.sample.reset();
  command.context_switches.reset();
  command.graphs.reset();
  return command;
}

NsysCommand gated(Label label) {
  NsysCommand command = bare();
  command.capture = {.trigger = NsysTrigger::nvtx, .range = std::move(label)};
  return command;
}

/// What stands between `nsys profile --trace=nvtx` and the workload.
Argv options_of(NsysCommand const& command) {
  Argv const argv = make_command(command).argv;
  REQUIRE(argv.size() >= 4);
  return {argv.begin() + 3, argv.end() - 1};
}

}  // namespace

TEST_CASE("By default the timeline of CUDA and NVTX is recorded, without sampling", "[nsys_command]") {
  ToolCommand const made = make_command(engine());
  CHECK(made.argv == Argv{"nsys", "profile", "--trace=cuda,nvtx", "--sample=none", "--cpuctxsw=none",
                          "--cuda-graph-trace=node", "./engine", "--prompt", "a b"});
  CHECK(made.environment.empty());
  CHECK(made.diagnostics.empty());
}

TEST_CASE("Each option of nsys profile has its flag", "[nsys_command]") {
  NsysCommand command = engine();
  command.tool = "/opt/nsys/bin/nsys";
  command.trace = {"cuda", "nvtx", "osrt", "cublas-verbose"};
  command.sample = NsysScope::process_tree;
  command.context_switches = NsysScope::system_wide;
  command.graphs = NsysGraphs::graph;
  command.include_domains = {"LLM", "", "default", "a,b", "c\\d"};
  command.trace_fork_before_exec = true;
  command.capture = {.trigger = NsysTrigger::cuda_profiler_api, .end = NsysRangeEnd::stop_shutdown};
  command.delay = 1500ms;
  command.duration = 20s;
  command.kill = NsysKill::none;
  command.wait = NsysWait::primary;
  command.overwrite = true;
  command.output = "out/run";
  command.extra = {"--stats=true"};
  CHECK(make_command(command).argv == Argv{"/opt/nsys/bin/nsys",
                                           "profile",
                                           "--trace=cuda,nvtx,osrt,cublas-verbose",
                                           "--sample=process-tree",
                                           "--cpuctxsw=system-wide",
                                           "--cuda-graph-trace=graph",
                                           "--nvtx-domain-include=LLM,default,\\default,a\\,b,c\\\\d",
                                           "--trace-fork-before-exec=true",
                                           "--capture-range=cudaProfilerApi",
                                           "--capture-range-end=stop-shutdown",
                                           "--delay=1.5",
                                           "--duration=20",
                                           "--kill=none",
                                           "--wait=primary",
                                           "--force-overwrite=true",
                                           "--output=out/run",
                                           "--stats=true",
                                           "./engine",
                                           "--prompt",
                                           "a b"});
}

TEST_CASE("What is absent is no flag", "[nsys_command]") {
  NsysCommand command = bare();
  command.trace.clear();
  CHECK(make_command(command).argv == Argv{"nsys", "profile", "./engine"});
}

TEST_CASE("Graphs are an option of tracing CUDA alone", "[nsys_command]") {
  NsysCommand command = bare();
  command.graphs = NsysGraphs::node;
  CHECK(options_of(command).empty());
}

TEST_CASE("Domains can be excluded", "[nsys_command]") {
  NsysCommand command = bare();
  command.exclude_domains = {"NCCL", ""};
  CHECK(options_of(command) == Argv{"--nvtx-domain-exclude=NCCL,default"});
}

TEST_CASE("A capture begins with a range, whether or not its name is registered", "[nsys_command]") {
  NsysCommand command = gated({"LLM", "prefill"});
  CHECK(options_of(command) ==
        Argv{"--capture-range=nvtx", "--nvtx-capture=prefill@LLM", "--capture-range-end=stop"});
  CHECK(make_command(command).environment ==
        std::map<std::string, std::string>{{"NSYS_NVTX_PROFILER_REGISTER_ONLY", "0"}});
  command.unregistered_names = false;
  CHECK(make_command(command).environment.empty());
}

TEST_CASE("A label is written as nsys finds it", "[nsys_command]") {
  // Each of them was tried with nsys 2023.4.4.
  auto const [label, text] = GENERATE(table<Label, std::string>({
      {{"LLM", "prefill"}, "prefill@LLM"},
      {{"", "prefill"}, "prefill"},
      {{"D", "a@b"}, "a\\@b@D"},
      {{"D@E", "a"}, "a@D\\@E"},
      {{"D", "a\\b"}, "a\\\\b@D"},
      {{"D\\E", "a"}, "a@D\\\\E"},
      {{"D", "a\\@b"}, "a\\\\\\@b@D"},
      {{"D", "a b, c:d/e"}, "a b, c:d/e@D"},
      {{"D*", "a"}, "a@D*"},
      {{"", "a@b"}, "a\\@b@*"},
      {{"", "a\\b"}, "a\\\\b@*"},
  }));
  CAPTURE(label.domain, label.name);
  CHECK(nsys_capture_text(label) == text);
}

TEST_CASE("Labels that nsys cannot find are refused", "[nsys_command]") {
  auto const label = GENERATE(Label{"LLM", ""}, Label{"LLM", "a\\"}, Label{"D\\", "a"}, Label{"*", "a"});
  CHECK_THROWS_AS(nsys_capture_text(label), InvalidArgument);
  CHECK_THROWS_AS(make_command(gated(label)), InvalidArgument);
}

TEST_CASE("A range in any domain can start a capture", "[nsys_command]") {
  NsysCommand command = gated({"", "prefill"});
  command.capture.any_domain = true;
  CHECK(options_of(command)[1] == "--nvtx-capture=prefill@*");
  CHECK(make_command(command).diagnostics.empty());
  command.capture.range->name = "a@b";
  CHECK(options_of(command)[1] == "--nvtx-capture=a\\@b@*");
  CHECK(make_command(command).diagnostics.empty());
  command.capture.any_domain = false;
  CHECK(says(make_command(command), "any domain"));
}

TEST_CASE("The end of a capture is one of what nsys knows", "[nsys_command]") {
  auto const [end, repeat, text] = GENERATE(table<NsysRangeEnd, std::optional<std::uint64_t>, std::string>({
      {NsysRangeEnd::none, {}, "none"},
      {NsysRangeEnd::stop, {}, "stop"},
      {NsysRangeEnd::stop_shutdown, {}, "stop-shutdown"},
      {NsysRangeEnd::repeat, {}, "repeat"},
      {NsysRangeEnd::repeat, 3, "repeat:3"},
      {NsysRangeEnd::repeat_shutdown, 3, "repeat-shutdown:3"},
  }));
  NsysCommand command = gated({"", "a"});
  command.capture.end = end;
  command.capture.repeat = repeat;
  CHECK(options_of(command).back() == "--capture-range-end=" + text);
}

TEST_CASE("Old versions get what they know, and what they lack is said", "[nsys_command]") {
  NsysCommand command = engine();
  command.version = {2020, 4, 3};
  CHECK(make_command(command).diagnostics.empty());  // they record every node
  command.graphs = NsysGraphs::graph;
  command.context_switches = NsysScope::system_wide;
  command.include_domains = {"LLM"};
  command.capture = {.trigger = NsysTrigger::nvtx, .range = Label{"LLM", "prefill"}};
  ToolCommand const made = make_command(command);
  CHECK(made.argv == Argv{"nsys", "profile", "--trace=cuda,nvtx", "--sample=none", "--capture-range=nvtx",
                          "--nvtx-capture=prefill@LLM", "--stop-on-range-end=true", "./engine", "--prompt",
                          "a b"});
  CHECK(made.diagnostics.size() == 3);
  CHECK(says(made, "nsys 2020.4.3 has no --cuda-graph-trace"));
  CHECK(says(made, "--nvtx-domain-include"));
  CHECK(says(made, "--cpuctxsw=system-wide"));
  command.capture.end = NsysRangeEnd::repeat;
  CHECK_THROWS_WITH(make_command(command), ContainsSubstring("one range only"));
}

TEST_CASE("nsys profile: what makes no sense is refused with a sentence", "[nsys_command]") {
  using Change = std::function<void(NsysCommand&)>;
  auto const [change, text] = GENERATE(table<Change, std::string>({
      {[](auto& c) { c.workload.clear(); }, "no program"},
      {[](auto& c) { c.workload = {""}; }, "no program"},
      {[](auto& c) { c.workload = {"-x"}; }, "'-x' would be taken for an option"},
      {[](auto& c) { c.tool.clear(); }, "its name is empty"},
      {[](auto& c) { c.trace = {"cuda,nvtx"}; }, "--trace: 'cuda,nvtx' is nothing to trace"},
      {[](auto& c) { c.trace = {""}; }, "--trace"},
      {[](auto& c) {
         c.trace = {"none", "nvtx"};
       },
       "contradict"},
      {[](auto& c) { c.capture.trigger = NsysTrigger::nvtx; }, "needs the label of a range"},
      {[](auto& c) {
         c.capture.range = Label{"", "a"};
       },
       "--capture-range is not nvtx"},
      {[](auto& c) { c.capture.trigger = NsysTrigger::cuda_profiler_api; }, "needs cuda in --trace"},
      {[](auto& c) {
         c = gated({"D", "a"});
         c.capture.any_domain = true;
       },
       "'D@a' has a domain"},
      {[](auto& c) {
         c = gated({"D", "a"});
         c.trace = {"osrt"};
       },
       "needs nvtx or cuda"},
      {[](auto& c) { c.capture.repeat = 2; }, "the end is not repeat"},
      {[](auto& c) {
         c.capture.end = NsysRangeEnd::repeat;
         c.capture.repeat = 0;
       },
       "repeat:0"},
      {[](auto& c) { c.capture.end = NsysRangeEnd::repeat_shutdown; }, "needs a number"},
      {[](auto& c) {
         c.include_domains = {"a"};
         c.exclude_domains = {"b"};
       },
       "not both"},
      {[](auto& c) {
         c.trace = {"cuda"};
         c.include_domains = {"a"};
       },
       "need nvtx in --trace"},
      {[](auto& c) { c.delay = -1ms; }, "--delay: 0.001 s before the start"},
      {[](auto& c) { c.duration = 0s; }, "--duration: it must be more than 0"},
  }));
  NsysCommand command = bare();
  change(command);
  CHECK_THROWS_WITH(make_command(command), ContainsSubstring("nsys profile: ") && ContainsSubstring(text));
  CHECK_THROWS_AS(make_command(command), InvalidArgument);
}

TEST_CASE("The report's name depends on the version and on the number of captures", "[nsys_command]") {
  CHECK(nsys_report_file("out/run", {2023, 4, 4}) == "out/run.nsys-rep");
  CHECK(nsys_report_file("run.nsys-rep", {2021, 4, 0}) == "run.nsys-rep");
  CHECK(nsys_report_file("run", {2020, 4, 3}) == "run.qdrep");
  CHECK(nsys_report_file("run", {2021, 3, 9}) == "run.qdrep");
  CHECK(nsys_report_file("run", {2023, 4, 4}, 2) == "run.2.nsys-rep");
}

TEST_CASE("nsys stats writes CSV of the kernels from a fresh export", "[nsys_command]") {
  NsysStatsCommand command;
  command.input = "run.nsys-rep";
  CHECK(make_command(command).argv == Argv{"nsys", "stats", "--report=cuda_gpu_kern_sum", "--format=csv",
                                           "--force-export=true", "--output=-", "run.nsys-rep"});
  command.reports = {"cuda_gpu_kern_sum:base", "nvtx_pushpop_sum"};
  command.format = NsysTable::json;
  command.force_export = false;
  command.overwrite = true;
  command.output = "out/summary";
  command.extra = {"--filter-nvtx=prefill@LLM"};
  CHECK(make_command(command).argv ==
        Argv{"nsys", "stats", "--report=cuda_gpu_kern_sum:base", "--report=nvtx_pushpop_sum", "--format=json",
             "--force-overwrite=true", "--output=out/summary", "--filter-nvtx=prefill@LLM", "run.nsys-rep"});
}

TEST_CASE("Old versions of nsys stats get the old names of reports", "[nsys_command]") {
  NsysStatsCommand command;
  command.input = "run.qdrep";
  command.version = {2022, 4, 2};
  command.reports = {"cuda_gpu_kern_sum:base", "nvtx_pushpop_sum", "of_tomorrow"};
  Argv const argv = make_command(command).argv;
  CHECK(Argv(argv.begin() + 2, argv.begin() + 5) ==
        Argv{"--report=gpukernsum:base", "--report=nvtxppsum", "--report=of_tomorrow"});
  command.version = {2023, 3, 0};
  CHECK(make_command(command).argv[2] == "--report=cuda_gpu_kern_sum:base");
}

TEST_CASE("nsys stats: what makes no sense is refused with a sentence", "[nsys_command]") {
  using Change = std::function<void(NsysStatsCommand&)>;
  auto const [change, text] = GENERATE(table<Change, std::string>({
      {[](auto& c) { c.input.clear(); }, "input: no file"},
      {[](auto& c) { c.input = "-x"; }, "'-x' would be taken for an option"},
      {[](auto& c) { c.tool.clear(); }, "its name is empty"},
      {[](auto& c) { c.reports.clear(); }, "none is given"},
      {[](auto& c) { c.reports = {"a,b"}; }, "'a,b' is not one name"},
      {[](auto& c) { c.reports = {""}; }, "an empty value"},
      {[](auto& c) { c.output = "@rm x"; }, "nsys would run 'rm x'"},
      {[](auto& c) { c.output = "a,b"; }, "comma"},
  }));
  NsysStatsCommand command;
  command.input = "run.nsys-rep";
  change(command);
  CHECK_THROWS_WITH(make_command(command), ContainsSubstring("nsys stats: ") && ContainsSubstring(text));
}

TEST_CASE("nsys export makes an SQLite file", "[nsys_command]") {
  NsysExportCommand command;
  command.report = "run.nsys-rep";
  CHECK(make_command(command).argv == Argv{"nsys", "export", "--type=sqlite", "run.nsys-rep"});
  command.output = "run.sqlite";
  command.overwrite = true;
  command.extra = {"--lazy=false"};
  CHECK(make_command(command).argv == Argv{"nsys", "export", "--type=sqlite", "--force-overwrite=true",
                                           "--output=run.sqlite", "--lazy=false", "run.nsys-rep"});
  command.report.clear();
  CHECK_THROWS_AS(make_command(command), InvalidArgument);
}
