// SPDX-License-Identifier: MIT
#include "libllmprof/process/descendants.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise kill

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "libllmprof/process/start_of_process.hpp"

namespace llmprof::inline v0 {
namespace {

/// 0 if it cannot be told. The name in parentheses may hold anything.
pid_t parent_of(std::filesystem::path const& process) {
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  auto const name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream rest(line.substr(name_end + 1));
  std::string state;
  pid_t parent = 0;
  rest >> state >> parent;
  return parent;
}

std::multimap<pid_t, pid_t> children_by_parent() {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  std::filesystem::directory_iterator entry("/proc", error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    auto const pid = static_cast<pid_t>(std::strtol(entry->path().filename().c_str(), nullptr, 10));
    if (pid > 0) children.emplace(parent_of(entry->path()), pid);
  }
  return children;
}

void add_children(std::multimap<pid_t, pid_t> const& children, pid_t parent, Processes& found) {
  auto const [begin, end] = children.equal_range(parent);
  for (auto child = begin; child != end; ++child) {
    auto const start = start_of_process(static_cast<std::uint64_t>(child->second));
    if (start && found.emplace(child->second, *start).second) add_children(children, child->second, found);
  }
}

}  // namespace

Processes descendants_of(pid_t ancestor) {
  Processes found;
  add_children(children_by_parent(), ancestor, found);
  return found;
}

void kill_all(Processes const& processes) {
  for (auto const& [pid, start] : processes) {
    if (start_of_process(static_cast<std::uint64_t>(pid)) == start) ::kill(pid, SIGKILL);
  }
}

}  // namespace llmprof::inline v0
