// SPDX-License-Identifier: MIT
#include "libllmprof/session/ncu_settings.hpp"

#include <map>
#include <string_view>

#include "llmprof/error.hpp"
#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {
namespace {

/// Measured where neither the user nor a timeline says how many: every launch is run a dozen times and more.
constexpr std::uint64_t few_launches = 5;

NcuReplay replay_from(std::string const& name) {
  static std::map<std::string_view, NcuReplay> const replays{{"kernel", NcuReplay::kernel},
                                                             {"application", NcuReplay::application},
                                                             {"range", NcuReplay::range},
                                                             {"app-range", NcuReplay::app_range}};
  return replays.at(name);
}

NcuNames names_from(std::string const& name) {
  if (name == "function") return NcuNames::function;
  return name == "mangled" ? NcuNames::mangled : NcuNames::demangled;
}

std::vector<NcuRange> ranges_from(std::vector<std::string> const& labels) {
  std::vector<NcuRange> ranges;
  ranges.reserve(labels.size());
  for (std::string const& label : labels) ranges.push_back({parse_path(label), RangeKind::push_pop});
  return ranges;
}

NcuFilter filter_from(Settings const& settings) {
  NcuFilter filter;
  filter.kernel_name = settings.ncu_kernel_name;
  if (!settings.ncu_kernel_name.empty()) filter.name_base = names_from(settings.ncu_kernel_name_base);
  if (settings.ncu_launch_skip != 0) filter.launch_skip = settings.ncu_launch_skip;
  filter.launch_count = settings.ncu_launch_count != 0 ? settings.ncu_launch_count : few_launches;
  if (settings.ncu_gating_nvtx) {
    filter.include = ranges_from(settings.ncu_nvtx_include);
    filter.exclude = ranges_from(settings.ncu_nvtx_exclude);
  }
  return filter;
}

}  // namespace

NcuCommand ncu_command_from(Settings const& settings) {
  if (settings.ncu_clock_control == "reset")
    throw InvalidArgument("ncu.clock_control: reset is no way to measure; give base or none");
  NcuCommand command;
  command.tool = settings.ncu_path;
  command.processes =
      settings.ncu_target_processes == "all" ? NcuProcesses::all : NcuProcesses::application_only;
  if (settings.ncu_set != "none") command.set = settings.ncu_set;
  command.sections = settings.ncu_sections;
  command.metrics = settings.ncu_metrics;
  command.filter = filter_from(settings);
  command.replay = replay_from(settings.ncu_replay_mode);
  command.graphs = settings.ncu_graph_profiling == "graph" ? NcuGraphs::graph : NcuGraphs::node;
  command.clocks = settings.ncu_clock_control == "none" ? NcuClocks::none : NcuClocks::base;
  command.caches = settings.ncu_cache_control == "none" ? NcuCaches::none : NcuCaches::all;
  command.overwrite = settings.ncu_force_overwrite;
  command.extra = settings.ncu_extra;
  return command;
}

}  // namespace llmprof::inline v0
