// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/command/tool_command.hpp"
#include "llmprof/command/tool_version.hpp"

namespace llmprof::inline v0 {

/// Throws InvalidArgument: `nsys profile: --duration: WHY`.
[[noreturn]] void refuse(std::string_view tool, std::string_view option, std::string_view why);

/// Throws unless there is a program to run that the tool cannot take for one of its own options.
void check_workload(std::string_view tool, std::vector<std::string> const& workload);

/// Throws unless it is given and the tool cannot take it for an option.
void check_file(std::string_view tool, std::string_view option, std::string_view file);

/// Throws if it is empty or has a character that the tool would take for the end of this value.
void check_list_value(std::string_view tool, std::string_view option, std::string_view value);

/// `0.5`: as many digits as needed.
[[nodiscard]] std::string seconds_text(std::chrono::milliseconds time);

[[nodiscard]] std::string joined(std::span<std::string const> values, std::string_view separator);

/// `--name=value`, the form that nsys asks for of its long options.
[[nodiscard]] std::string assigned(std::string_view option, std::string_view value);

/// A flag was left out, because the version of the tool surely lacks it.
[[nodiscard]] Diagnostic left_out(std::string_view tool, std::string_view option, ToolVersion const& version,
                                  std::string_view consequence);

/// Adds several values at the end.
inline void append(std::vector<std::string>& argv, std::span<std::string const> values) {
  argv.insert(argv.end(), values.begin(), values.end());
}

}  // namespace llmprof::inline v0
