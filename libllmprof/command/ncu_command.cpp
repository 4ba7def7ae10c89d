// SPDX-License-Identifier: MIT
// What contradicts what was established with `ncu` 2024.1.1, which says so before it starts a program.
#include "llmprof/command/ncu_command.hpp"

#include <algorithm>

#include "libllmprof/command/arguments.hpp"
#include "libllmprof/command/ncu_options.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view tool = "ncu";

bool is_range_replay(NcuCommand const& command) {
  return command.replay == NcuReplay::range || command.replay == NcuReplay::app_range;
}

[[noreturn]] void refuse_version(NcuCommand const& command, std::string_view option,
                                 ToolVersion const& since) {
  refuse(tool, option, "ncu " + to_string(command.version) + " lacks it; it came with " + to_string(since));
}

void check_sections(NcuCommand const& command) {
  if (!command.set.empty()) check_list_value(tool, "--set", command.set);
  for (std::string const& section : command.sections) {
    if (section.starts_with("regex:")) continue;
    check_list_value(tool, "--section", section);
    if (section.find_first_of("*?[]()|^$+\\") != std::string::npos) {
      refuse(tool, "--section",
             "'" + section + "' is no section; write regex:" + section + " if an expression is meant");
    }
  }
  for (std::string const& metric : command.metrics) {
    if (metric.find(',') != std::string::npos || !metric.starts_with("regex:")) {
      check_list_value(tool, "--metrics", metric);
    }
  }
}

void check_filter(NcuCommand const& command) {
  NcuFilter const& filter = command.filter;
  if (is_range_replay(command) && !filter.kernel_name.empty()) {
    refuse(tool, "--kernel-name", "ranges are replayed as a whole; leave it out or replay kernels");
  }
  if (is_range_replay(command) && !filter.kernel_id.empty()) {
    refuse(tool, "--kernel-id", "ranges are replayed as a whole; leave it out or replay kernels");
  }
  if (is_range_replay(command) && !filter.exclude.empty()) {
    refuse(tool, "--nvtx-exclude", "ranges are replayed as a whole; leave it out or replay kernels");
  }
  if (filter.kernel_name == "regex:") refuse(tool, "--kernel-name", "the expression is empty");
  if (!filter.kernel_name.empty() && command.version < ncu_kernel_name) {
    refuse_version(command, "--kernel-name", ncu_kernel_name);
  }
  if (filter.name_base && filter.kernel_name.empty() && filter.kernel_id.empty()) {
    refuse(tool, "--kernel-name-base", "no kernel is named");
  }
  if (!filter.kernel_id.empty() && std::count(filter.kernel_id.begin(), filter.kernel_id.end(), ':') < 3) {
    refuse(tool, "--kernel-id",
           "'" + filter.kernel_id + "' is not context:stream:name:invocation, as in ::my_kernel:2");
  }
  if (!filter.kernel_id.empty() && filter.launch_skip) {
    refuse(tool, "--launch-skip", "--kernel-id counts invocations itself; leave one of them out");
  }
  if (filter.launch_count == 0U) refuse(tool, "--launch-count", "0 measures nothing; at least 1");
}

void check_replay(NcuCommand const& command) {
  NcuAppReplay const& options = command.app_replay;
  bool const has_options = options.match || options.matching || options.buffer;
  if (has_options && command.replay != NcuReplay::application) {
    refuse(tool, "--app-replay-match, --app-replay-mode, --app-replay-buffer",
           "they are about --replay-mode application, which is not asked for");
  }
  if (options.matching == NcuMatching::relaxed && options.buffer == NcuBuffer::memory) {
    refuse(tool, "--app-replay-mode", "relaxed needs --app-replay-buffer file");
  }
  if (command.graphs == NcuGraphs::graph && command.replay.value_or(NcuReplay::kernel) != NcuReplay::kernel) {
    refuse(tool, "--graph-profiling", "graph works with --replay-mode kernel alone");
  }
  if (command.replay == NcuReplay::range && command.version < ncu_range_replay) {
    refuse_version(command, "--replay-mode range", ncu_range_replay);
  }
  if (command.replay == NcuReplay::app_range && command.version < ncu_app_range) {
    refuse_version(command, "--replay-mode app-range", ncu_app_range);
  }
}

void check(NcuCommand const& command) {
  if (command.tool.empty()) refuse(tool, "tool", "its name is empty; ncu is the usual one");
  check_sections(command);
  check_filter(command);
  check_replay(command);
  if (!command.output.empty()) check_file(tool, "--export", command.output);
  check_workload(tool, command.workload);
}

/// Makes the argv of one command.
class Maker {
 public:
  explicit Maker(NcuCommand const& command) : command_(command) {}

  ToolCommand make() {
    made_.argv = {command_.tool};
    add_if("--target-processes", command_.processes);
    if (!command_.set.empty()) add("--set", command_.set);
    for (std::string const& section : command_.sections) add("--section", section);
    if (!command_.metrics.empty()) add("--metrics", joined(command_.metrics, ","));
    add_replay();
    add_graphs();
    add_filter();
    add_ranges();
    add_if("--clock-control", command_.clocks);
    add_if("--cache-control", command_.caches);
    if (command_.overwrite) made_.argv.emplace_back("--force-overwrite");
    if (!command_.output.empty()) add("--export", command_.output);
    append(made_.argv, command_.extra);
    append(made_.argv, command_.workload);
    return std::move(made_);
  }

 private:
  void add(std::string_view option, std::string_view value) {
    made_.argv.emplace_back(option);
    made_.argv.emplace_back(value);
  }

  template <class Value>
  void add_if(std::string_view option, std::optional<Value> const& value) {
    if (value) add(option, to_string(*value));
  }

  template <class Value>
  void add_since(ToolVersion const& since, std::string_view option, std::optional<Value> const& value) {
    if (value && command_.version < since) {
      made_.diagnostics.push_back(left_out(tool, option, command_.version, "its own way is what happens"));
    } else {
      add_if(option, value);
    }
  }

  void add_replay() {
    add_if("--replay-mode", command_.replay);
    add_since(ncu_app_match, "--app-replay-match", command_.app_replay.match);
    add_since(ncu_app_matching, "--app-replay-mode", command_.app_replay.matching);
    add_since(ncu_kernel_name, "--app-replay-buffer", command_.app_replay.buffer);
  }

  /// Before there was a choice, nodes were measured.
  void add_graphs() {
    bool const has_choice = command_.version >= ncu_graph_profiling;
    if (has_choice || command_.graphs == NcuGraphs::graph) {
      add_since(ncu_graph_profiling, "--graph-profiling", command_.graphs);
    }
  }

  void add_filter() {
    NcuFilter const& filter = command_.filter;
    add_if("--kernel-name-base", filter.name_base);
    if (!filter.kernel_name.empty()) add("--kernel-name", filter.kernel_name);
    if (!filter.kernel_id.empty()) add("--kernel-id", filter.kernel_id);
    if (filter.launch_skip) add("--launch-skip", std::to_string(*filter.launch_skip));
    if (filter.launch_count) add("--launch-count", std::to_string(*filter.launch_count));
    std::vector<std::string> devices;
    for (std::uint32_t const device : filter.devices) devices.push_back(std::to_string(device));
    if (!devices.empty()) add("--devices", joined(devices, ","));
  }

  /// All that are included before all that are excluded, as the documentation asks.
  void add_ranges() {
    NcuFilter const& filter = command_.filter;
    if (filter.include.empty() && filter.exclude.empty() && command_.output.empty()) return;
    made_.argv.emplace_back("--nvtx");
    for (NcuRange const& range : filter.include) add("--nvtx-include", ncu_range_text(range));
    for (NcuRange const& range : filter.exclude) add("--nvtx-exclude", ncu_range_text(range));
  }

  NcuCommand const& command_;
  ToolCommand made_;
};

}  // namespace

ToolCommand make_command(NcuCommand const& command) {
  check(command);
  return Maker(command).make();
}

ToolCommand make_command(NcuImportCommand const& command) {
  if (command.tool.empty()) refuse(tool, "tool", "its name is empty; ncu is the usual one");
  check_file(tool, "--import", command.report);
  ToolVersion const since = command.page == NcuPage::session  ? ncu_graph_profiling
                            : command.page == NcuPage::source ? ncu_page_source
                                                              : ToolVersion{};
  if (command.version < since) {
    refuse(tool, "--page",
           std::string(to_string(command.page)) + " came with ncu " + to_string(since) + ", this is " +
               to_string(command.version));
  }
  ToolCommand made;
  made.argv = {command.tool, "--import", command.report};
  if (command.csv) made.argv.emplace_back("--csv");
  auto const add = [&made](char const* option, std::string_view value) {
    made.argv.emplace_back(option);
    made.argv.emplace_back(value);
  };
  add("--page", to_string(command.page));
  if (command.units) add("--print-units", to_string(*command.units));
  if (command.names) add("--print-kernel-base", to_string(*command.names));
  append(made.argv, command.extra);
  return made;
}

}  // namespace llmprof::inline v0
