// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace CLI {
class App;
}

namespace llmprof::cli {

/// What `llmprof command` takes for either tool.
struct ToolCommandOptions {
  std::vector<std::string> workload;
  std::string tool;     ///< Its path; empty: as it is called.
  std::string version;  ///< Empty: the one that is known best.
  std::string out;
  std::optional<std::uint64_t> count;
  bool whole_graphs = false;
  bool json = false;
};
struct NsysCommandOptions : ToolCommandOptions {
  std::string capture;  ///< Label; empty: the whole run.
  double delay = 0;     ///< Seconds.
  double duration = 0;  ///< Seconds; 0: to the end.
};
struct NcuCommandOptions : ToolCommandOptions {
  std::vector<std::string> regions;
  std::vector<std::string> excluded;
  bool start_end = false;
  std::vector<std::string> kernels;
  std::string names;  ///< What a kernel's name is; empty: what those that are given look like.
  std::optional<std::uint64_t> skip;
  std::string replay;  ///< Empty: ncu's own default.
  std::string set;
  std::vector<std::string> sections;
  std::vector<std::string> metrics;
};

void add_options(CLI::App& command, NsysCommandOptions& options);
void add_options(CLI::App& command, NcuCommandOptions& options);

/// Each prints the command line of the tool, and runs nothing. They throw what the library throws.
int print_command(NsysCommandOptions const& options, std::ostream& out, Terminal& terminal);
int print_command(NcuCommandOptions const& options, std::ostream& out, Terminal& terminal);

}  // namespace llmprof::cli
