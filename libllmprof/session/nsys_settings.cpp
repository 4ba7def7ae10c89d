// SPDX-License-Identifier: MIT
#include "libllmprof/session/nsys_settings.hpp"

#include <charconv>
#include <map>
#include <string_view>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

NsysScope scope_from(std::string const& name) {
  if (name == "none") return NsysScope::none;
  return name == "system-wide" ? NsysScope::system_wide : NsysScope::process_tree;
}

/// `stop`, `repeat`, `repeat:3`, ...; the setting's form has been checked.
void set_range_end(NsysCapture& capture, std::string_view text) {
  static std::map<std::string_view, NsysRangeEnd> const ends{
      {"none", NsysRangeEnd::none},
      {"stop", NsysRangeEnd::stop},
      {"stop-shutdown", NsysRangeEnd::stop_shutdown},
      {"repeat", NsysRangeEnd::repeat},
      {"repeat-shutdown", NsysRangeEnd::repeat_shutdown}};
  auto const colon = text.find(':');
  auto const end = ends.find(text.substr(0, colon));
  if (end == ends.end()) {
    throw InvalidArgument("nsys.capture_range_end: '" + std::string(text) + "' is not known");
  }
  capture.end = end->second;
  if (colon == std::string_view::npos) return;
  std::uint64_t count = 0;
  std::from_chars(text.data() + colon + 1, text.data() + text.size(), count);
  capture.repeat = count;
}

NsysCapture capture_from(Settings const& settings) {
  NsysCapture capture;
  if (settings.nsys_capture_range == "hotkey") {
    throw InvalidArgument(
        "nsys.capture_range: hotkey needs somebody at the keyboard; give nvtx or cudaProfilerApi");
  }
  set_range_end(capture, settings.nsys_capture_range_end);
  if (settings.nsys_capture_range == "cudaProfilerApi") capture.trigger = NsysTrigger::cuda_profiler_api;
  if (settings.nsys_capture_range == "nvtx" && settings.nsys_gating_nvtx) {
    capture.trigger = NsysTrigger::nvtx;
    if (!settings.nsys_nvtx_capture.empty()) capture.range = parse_label(settings.nsys_nvtx_capture);
  }
  return capture;
}

}  // namespace

NsysCommand nsys_command_from(Settings const& settings) {
  NsysCommand command;
  command.tool = settings.nsys_path;
  command.trace = settings.nsys_trace;
  command.sample = scope_from(settings.nsys_sample);
  command.context_switches = scope_from(settings.nsys_cpuctxsw);
  command.capture = capture_from(settings);
  command.graphs = settings.nsys_cuda_graph_trace == "graph" ? NsysGraphs::graph : NsysGraphs::node;
  command.unregistered_names = !settings.nsys_registered_only;
  command.extra = settings.nsys_extra;
  return command;
}

}  // namespace llmprof::inline v0
