// SPDX-License-Identifier: MIT
#include "tool_commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <ostream>

#include "cli.hpp"
#include "llmprof/command/ncu_command.hpp"
#include "llmprof/command/ncu_kernel_name.hpp"
#include "llmprof/command/nsys_command.hpp"

namespace llmprof::cli {
namespace {

std::map<std::string, NcuReplay> const replays{{"kernel", NcuReplay::kernel},
                                               {"application", NcuReplay::application},
                                               {"range", NcuReplay::range},
                                               {"app-range", NcuReplay::app_range}};

std::map<std::string, NcuNames> const name_bases{
    {"function", NcuNames::function}, {"demangled", NcuNames::demangled}, {"mangled", NcuNames::mangled}};

/// A switch that takes one of two words.
void add_choice(CLI::App& command, std::string const& option, std::string const& off, std::string const& on,
                bool& value, std::string const& what) {
  std::function<void(std::string const&)> const choose = [&value, on](std::string const& word) {
    value = word == on;
  };
  command.add_option_function(option, choose, what)
      ->check(CLI::IsMember({off, on}))
      ->option_text(off + '|' + on);
}

void add_common(CLI::App& command, ToolCommandOptions& options) {
  command.add_option("CMD", options.workload, "The program and its arguments, after --")->required();
  command.add_option("--out", options.out, "The report, without extension")->option_text("FILE");
  command.add_option("--tool-version", options.version, "For this version of the tool, as 2023.4")
      ->option_text("X");
  add_choice(command, "--graphs", "nodes", "whole", options.whole_graphs,
             "Record the kernels in CUDA graphs, or each graph as a whole");
  add_choice(command, "--format", "text", "json", options.json,
             "A line for the shell, or argv and environment");
}

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1000));
}

template <class Command>
void set_common(ToolCommandOptions const& options, Command& command) {
  command.workload = options.workload;
  if (!options.tool.empty()) command.tool = options.tool;
  if (!options.version.empty()) command.version = parse_tool_version(options.version);
  command.output = options.out;
}

NsysCapture capture_of(NsysCommandOptions const& options) {
  NsysCapture capture;
  if (options.capture.empty()) return capture;
  capture.trigger = NsysTrigger::nvtx;
  capture.range = parse_label(options.capture);
  capture.any_domain = capture.range->domain == "*";
  if (capture.any_domain) capture.range->domain.clear();
  if (options.count > 1U) {
    capture.end = NsysRangeEnd::repeat;
    capture.repeat = options.count;
  }
  return capture;
}

std::vector<NcuRange> ranges_of(std::vector<std::string> const& labels, bool start_end) {
  std::vector<NcuRange> ranges;
  ranges.reserve(labels.size());
  for (std::string const& label : labels) {
    ranges.push_back({parse_path(label), start_end ? RangeKind::start_end : RangeKind::push_pop});
  }
  return ranges;
}

/// ncu compares with the bare name of a function; whole names, as reports have them, would match nothing.
std::optional<NcuNames> name_base_of(NcuCommandOptions const& options) {
  if (!options.names.empty()) return name_bases.at(options.names);
  bool const is_whole =
      std::any_of(options.kernels.begin(), options.kernels.end(), [](std::string const& name) {
        return !name.starts_with("regex:") && name.find_first_of("(<") != std::string::npos;
      });
  return is_whole ? std::optional(NcuNames::demangled) : std::nullopt;
}

int print(ToolCommand const& command, bool json, std::ostream& out, Terminal& terminal) {
  if (json) {
    out << format_command_json(command);
    return done;
  }
  out << shell_line(command) << '\n';
  terminal.show(command.diagnostics);
  return done;
}

}  // namespace

void add_options(CLI::App& command, NsysCommandOptions& options) {
  add_common(command, options);
  command.add_option("--nsys", options.tool, "The nsys to call")->option_text("PATH");
  auto* capture = command.add_option(
      "--capture", options.capture, "Record only while a range of this label is open; *@NAME: in any domain");
  capture->option_text("LABEL");
  command
      .add_option("--count", options.count,
                  "Record so many of these ranges, each into a report of its own, not the first alone")
      ->check(CLI::PositiveNumber)
      ->needs(capture)
      ->option_text("N");
  command.add_option("--delay", options.delay, "Record nothing in the first seconds")
      ->check(CLI::NonNegativeNumber)
      ->option_text("SECONDS");
  command.add_option("--duration", options.duration, "Record for so long; nsys then ends the program")
      ->check(CLI::PositiveNumber)
      ->option_text("SECONDS");
}

void add_options(CLI::App& command, NcuCommandOptions& options) {
  add_common(command, options);
  auto const add_list = [&](std::string const& name, std::vector<std::string>& values,
                            std::string const& text, std::string const& what) {
    return command.add_option(name, values, what)->allow_extra_args(false)->option_text(text);
  };
  command.add_option("--ncu", options.tool, "The ncu to call")->option_text("PATH");
  add_list("--region", options.regions, "LABEL",
           "Measure only in ranges of this label or path; may be given several times");
  add_list("--exclude", options.excluded, "LABEL",
           "Measure nothing in these ranges; may be given several times");
  command.add_flag("--start-end", options.start_end, "The ranges are start/end ranges, not push/pop");
  add_list("--kernel", options.kernels, "NAME",
           "Measure only kernels of this name, or regex:EXPRESSION; may be given several times");
  command
      .add_option("--kernel-names", options.names,
                  "What is compared: default demangled for names with ( or <, else function")
      ->check(CLI::IsMember(name_bases))
      ->option_text("function|demangled|mangled");
  command.add_option("--skip", options.skip, "Let so many launches pass first")->option_text("N");
  command.add_option("--count", options.count, "Measure so many launches")
      ->check(CLI::PositiveNumber)
      ->option_text("N");
  command.add_option("--replay", options.replay, "What is run again to read all counters")
      ->check(CLI::IsMember(replays))
      ->option_text("kernel|application|range|app-range");
  command.add_option("--set", options.set, "Set of sections, as basic, full, roofline")->option_text("NAME");
  add_list("--section", options.sections, "NAME", "Section; may be given several times");
  add_list("--metrics", options.metrics, "NAMES", "Metrics, separated by commas")->delimiter(',');
}

int print_command(NsysCommandOptions const& options, std::ostream& out, Terminal& terminal) {
  NsysCommand command;
  set_common(options, command);
  command.graphs = options.whole_graphs ? NsysGraphs::graph : NsysGraphs::node;
  command.capture = capture_of(options);
  if (options.delay > 0) command.delay = milliseconds(options.delay);
  if (options.duration > 0) command.duration = milliseconds(options.duration);
  return print(make_command(command), options.json, out, terminal);
}

int print_command(NcuCommandOptions const& options, std::ostream& out, Terminal& terminal) {
  NcuCommand command;
  set_common(options, command);
  if (options.whole_graphs) command.graphs = NcuGraphs::graph;
  command.filter.include = ranges_of(options.regions, options.start_end);
  command.filter.exclude = ranges_of(options.excluded, options.start_end);
  if (!options.kernels.empty()) command.filter.kernel_name = any_kernel_of(options.kernels);
  command.filter.name_base = name_base_of(options);
  command.filter.launch_skip = options.skip;
  command.filter.launch_count = options.count;
  if (!options.replay.empty()) command.replay = replays.at(options.replay);
  command.set = options.set;
  command.sections = options.sections;
  command.metrics = options.metrics;
  return print(make_command(command), options.json, out, terminal);
}

}  // namespace llmprof::cli
