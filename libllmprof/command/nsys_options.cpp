// SPDX-License-Identifier: MIT
#include "libllmprof/command/nsys_options.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(NsysScope scope) noexcept {
  switch (scope) {
    case NsysScope::none: return "none";
    case NsysScope::process_tree: return "process-tree";
    case NsysScope::system_wide: return "system-wide";
  }
  return "";
}

std::string_view to_string(NsysTrigger trigger) noexcept {
  switch (trigger) {
    case NsysTrigger::none: return "none";
    case NsysTrigger::nvtx: return "nvtx";
    case NsysTrigger::cuda_profiler_api: return "cudaProfilerApi";
  }
  return "";
}

std::string_view to_string(NsysRangeEnd end) noexcept {
  switch (end) {
    case NsysRangeEnd::none: return "none";
    case NsysRangeEnd::stop: return "stop";
    case NsysRangeEnd::stop_shutdown: return "stop-shutdown";
    case NsysRangeEnd::repeat: return "repeat";
    case NsysRangeEnd::repeat_shutdown: return "repeat-shutdown";
  }
  return "";
}

std::string_view to_string(NsysGraphs graphs) noexcept {
  switch (graphs) {
    case NsysGraphs::node: return "node";
    case NsysGraphs::graph: return "graph";
  }
  return "";
}

std::string_view to_string(NsysKill kill) noexcept {
  switch (kill) {
    case NsysKill::none: return "none";
    case NsysKill::sigterm: return "sigterm";
    case NsysKill::sigkill: return "sigkill";
  }
  return "";
}

std::string_view to_string(NsysWait wait) noexcept {
  switch (wait) {
    case NsysWait::primary: return "primary";
    case NsysWait::all: return "all";
  }
  return "";
}

std::string_view to_string(NsysTable table) noexcept {
  switch (table) {
    case NsysTable::csv: return "csv";
    case NsysTable::tsv: return "tsv";
    case NsysTable::json: return "json";
    case NsysTable::column: return "column";
    case NsysTable::table: return "table";
  }
  return "";
}

}  // namespace llmprof::inline v0
