// SPDX-License-Identifier: MIT
// The command lines under the real Nsight Compute, which needs no GPU to say that an option is wrong. Skipped
// where LLMPROF_TEST_NCU, or PATH, has none of 2023.1 or later.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cstdlib>

#include "llmprof/command/ncu_command.hpp"
#include "llmprof/command/ncu_kernel_name.hpp"
#include "llmprof/command/ncu_lists.hpp"
#include "support/real_nsys.hpp"

using namespace llmprof;

namespace {

NcuCommand real_ncu() {
  char const* const given = std::getenv("LLMPROF_TEST_NCU");
  NcuCommand command;
  command.tool = given != nullptr && *given != '\0' ? given : "ncu";
  auto const version =
      read_tool_version(tests::output_of(shell_quoted(command.tool) + " --version 2>/dev/null"));
  if (!version || *version < ToolVersion{2023, 1, 0}) {
    SKIP("no ncu 2023.1 or newer: set LLMPROF_TEST_NCU to its path, or put it on PATH");
  }
  command.version = *version;
  command.workload = {"true"};
  return command;
}

std::string run(ToolCommand const& command) {
  return tests::output_of("env " + shell_line(command) + " 2>&1");
}

/// It came as far as starting the program, which uses no GPU.
bool is_taken(std::string const& log) { return log.find("were profiled.") != std::string::npos; }

}  // namespace

TEST_CASE("ncu takes every option that is modelled", "[ncu]") {
  NcuCommand command = real_ncu();
  command.metrics = {"gpu__time_duration.sum", "regex:^dram__bytes_.*"};
  command.filter.name_base = NcuNames::demangled;
  command.filter.kernel_name = any_kernel_of({"void f<(int)4, a::b[1]>(T*, T1::P&) ^$.|?+{}", "regex:gemm"});
  command.filter.launch_count = 5;
  command.filter.devices = {0};
  command.clocks = NcuClocks::none;
  command.caches = NcuCaches::none;
  command.overwrite = true;
  SECTION("replaying kernels") {
    command.graphs = GENERATE(NcuGraphs::node, NcuGraphs::graph);
    command.replay = NcuReplay::kernel;
  }
  SECTION("replaying the application") {
    command.replay = NcuReplay::application;
    command.app_replay = {NcuMatch::name, NcuMatching::relaxed, NcuBuffer::file};
  }
  SECTION("with an invocation") { command.filter.kernel_id = "::regex:attn:2"; }
  SECTION("with launches skipped") { command.filter.launch_skip = 1; }
  std::string const log = run(make_command(command));
  CAPTURE(shell_line(make_command(command)), log);
  CHECK(is_taken(log));
}

TEST_CASE("ncu takes ranges, whatever is in their names", "[ncu]") {
  NcuCommand command = real_ncu();
  command.filter.include = {
      {{{"LLM", "prefill"}}, RangeKind::push_pop},          {{{"", "A"}, {"", "B"}}, RangeKind::push_pop},
      {{{"a@b", "c,d/e*f+g@h$[i]"}}, RangeKind::push_pop},  {{{"", "a\\b"}}, RangeKind::push_pop},
      {{{"LLM", "A"}, {"LLM", "B"}}, RangeKind::start_end},
  };
  command.replay = GENERATE(NcuReplay::kernel, NcuReplay::range, NcuReplay::app_range);
  if (command.replay == NcuReplay::kernel)
    command.filter.exclude = {{{{"LLM", "warmup"}}, RangeKind::start_end}};
  std::string const log = run(make_command(command));
  CAPTURE(shell_line(make_command(command)), log);
  CHECK(is_taken(log));
}

TEST_CASE("ncu lists metrics of a chip that is not here", "[ncu]") {
  std::string const tool = real_ncu().tool;
  auto const metrics = read_ncu_metrics(run(ncu_list_command(NcuList::metrics, {"gh100"}, tool)));
  CHECK(metrics.size() > 1000);
  CHECK(available_metrics({"dram__bytes_read.sum", "flop_count_hp.sum"}, metrics).names ==
        std::vector<std::string>{"dram__bytes_read.sum"});
}
