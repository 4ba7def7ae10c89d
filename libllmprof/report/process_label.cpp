// SPDX-License-Identifier: MIT
#include "libllmprof/report/process_label.hpp"

#include <algorithm>
#include <map>

namespace llmprof::inline v0 {
namespace {

bool has_several_hosts(Profile const& profile) {
  return std::any_of(profile.processes.begin(), profile.processes.end(),
                     [&](Process const& process) { return process.host != profile.processes.front().host; });
}

std::string short_label(Process const& process, bool with_host) {
  std::string const pid = std::to_string(process.pid);
  std::string const label = process.name.empty() ? "process " + pid : process.name + " (" + pid + ')';
  return with_host && !process.host.empty() ? process.host + ": " + label : label;
}

}  // namespace

std::vector<std::string> process_labels(Profile const& profile) {
  bool const with_host = has_several_hosts(profile);
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> labels;
  for (Process const& process : profile.processes) {
    std::string label = short_label(process, with_host);
    std::size_t const number = ++seen[label];
    if (number > 1) label += " #" + std::to_string(number);
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace llmprof::inline v0
