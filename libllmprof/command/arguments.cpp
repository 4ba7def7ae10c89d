// SPDX-License-Identifier: MIT
#include "libllmprof/command/arguments.hpp"

#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

void refuse(std::string_view tool, std::string_view option, std::string_view why) {
  throw InvalidArgument(std::string(tool) + ": " + std::string(option) + ": " + one_line(why));
}

void check_workload(std::string_view tool, std::vector<std::string> const& workload) {
  if (workload.empty() || workload.front().empty()) {
    refuse(tool, "workload", "there is no program to profile; give it and its arguments after --");
  }
  if (workload.front().starts_with('-')) {
    refuse(tool, "workload",
           "'" + workload.front() + "' would be taken for an option of the tool; write ./" +
               workload.front() + " if a program is called so");
  }
}

void check_file(std::string_view tool, std::string_view option, std::string_view file) {
  if (file.empty()) refuse(tool, option, "no file is given");
  if (file.starts_with('-')) {
    refuse(tool, option, "'" + std::string(file) + "' would be taken for an option; write ./ before it");
  }
}

void check_list_value(std::string_view tool, std::string_view option, std::string_view value) {
  if (value.empty()) refuse(tool, option, "an empty value; leave it out or give a name");
  if (value.find_first_of(", \t\n") != std::string_view::npos) {
    refuse(tool, option, "'" + std::string(value) + "' is not one name; give several as several values");
  }
}

std::string seconds_text(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  auto const rest = time.count() % 1000;
  if (rest == 0) return text;
  text += '.' + std::to_string(1000 + rest).substr(1);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string joined(std::span<std::string const> values, std::string_view separator) {
  std::string text;
  for (std::string const& value : values) {
    if (&value != values.data()) text += separator;
    text += value;
  }
  return text;
}

std::string assigned(std::string_view option, std::string_view value) {
  return std::string(option) + '=' + std::string(value);
}

Diagnostic left_out(std::string_view tool, std::string_view option, ToolVersion const& version,
                    std::string_view consequence) {
  return {Severity::warning,
          std::string(tool) + ' ' + to_string(version) + " has no " + std::string(option) +
              "; it is left out: " + std::string(consequence),
          {},
          {}};
}

}  // namespace llmprof::inline v0
