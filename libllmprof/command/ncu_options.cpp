// SPDX-License-Identifier: MIT
#include "libllmprof/command/ncu_options.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(NcuProcesses processes) noexcept {
  switch (processes) {
    case NcuProcesses::all: return "all";
    case NcuProcesses::application_only: return "application-only";
  }
  return "";
}

std::string_view to_string(NcuReplay replay) noexcept {
  switch (replay) {
    case NcuReplay::kernel: return "kernel";
    case NcuReplay::application: return "application";
    case NcuReplay::range: return "range";
    case NcuReplay::app_range: return "app-range";
  }
  return "";
}

std::string_view to_string(NcuMatch match) noexcept {
  switch (match) {
    case NcuMatch::name: return "name";
    case NcuMatch::grid: return "grid";
    case NcuMatch::all: return "all";
  }
  return "";
}

std::string_view to_string(NcuMatching matching) noexcept {
  switch (matching) {
    case NcuMatching::strict: return "strict";
    case NcuMatching::relaxed: return "relaxed";
  }
  return "";
}

std::string_view to_string(NcuBuffer buffer) noexcept {
  switch (buffer) {
    case NcuBuffer::file: return "file";
    case NcuBuffer::memory: return "memory";
  }
  return "";
}

std::string_view to_string(NcuGraphs graphs) noexcept {
  switch (graphs) {
    case NcuGraphs::node: return "node";
    case NcuGraphs::graph: return "graph";
  }
  return "";
}

std::string_view to_string(NcuNames names) noexcept {
  switch (names) {
    case NcuNames::function: return "function";
    case NcuNames::demangled: return "demangled";
    case NcuNames::mangled: return "mangled";
  }
  return "";
}

std::string_view to_string(NcuClocks clocks) noexcept {
  switch (clocks) {
    case NcuClocks::base: return "base";
    case NcuClocks::none: return "none";
  }
  return "";
}

std::string_view to_string(NcuCaches caches) noexcept {
  switch (caches) {
    case NcuCaches::all: return "all";
    case NcuCaches::none: return "none";
  }
  return "";
}

std::string_view to_string(NcuPage page) noexcept {
  switch (page) {
    case NcuPage::details: return "details";
    case NcuPage::raw: return "raw";
    case NcuPage::source: return "source";
    case NcuPage::session: return "session";
  }
  return "";
}

std::string_view to_string(NcuUnits units) noexcept {
  switch (units) {
    case NcuUnits::automatic: return "auto";
    case NcuUnits::base: return "base";
  }
  return "";
}

}  // namespace llmprof::inline v0
