// SPDX-License-Identifier: MIT
// The command lines of Nsight Systems and Nsight Compute for one phase of a program, checked before anything
// runs.
//
//   tool_command LABEL CMD [ARG...]      for example: tool_command LLM@decode_step ./engine
#include <cstdlib>
#include <iostream>

#include "llmprof/command/ncu_command.hpp"
#include "llmprof/command/nsys_command.hpp"
#include "llmprof/error.hpp"

namespace {

// argv and environment are for posix_spawn and its like; the line for a shell is for people.
void print(llmprof::ToolCommand const& command) {
  std::cout << shell_line(command) << '\n';
  for (auto const& note : command.diagnostics) std::cout << "# " << note.text << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "usage: tool_command LABEL CMD [ARG...]\n";
    return 2;
  }
  llmprof::Label const label = llmprof::parse_label(argv[1]);

  llmprof::NsysCommand timeline;
  timeline.workload = {argv + 2, argv + argc};
  timeline.capture.trigger = llmprof::NsysTrigger::nvtx;
  timeline.capture.range = label;
  timeline.output = "timeline";
  print(make_command(timeline));

  llmprof::NcuCommand counters;
  counters.workload = timeline.workload;
  counters.set = "roofline";
  counters.filter.include = {{{label}}};
  counters.filter.launch_count = 20;  // each launch is run again for every pass of counters
  counters.output = "counters";
  print(make_command(counters));

  // What an older version lacks is left out, and a note says what is missing then.
  timeline.version = {2020, 4, 3};
  timeline.graphs = llmprof::NsysGraphs::graph;
  print(make_command(timeline));
  return EXIT_SUCCESS;
} catch (llmprof::Error const& error) {  // the option, the value, and what is allowed
  std::cerr << "tool_command: " << error.what() << '\n';
  return EXIT_FAILURE;
}
