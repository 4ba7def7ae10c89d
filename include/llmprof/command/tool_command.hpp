// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A command line of a tool, ready to be run: never through a shell, nothing in it is quoted.
struct ToolCommand {
  std::vector<std::string> argv;
  std::map<std::string, std::string> environment;  ///< To be set for the tool, beside what it inherits.
  Diagnostics diagnostics;  ///< What was asked for and left out, because the tool's version lacks it.

  friend bool operator==(ToolCommand const&, ToolCommand const&) = default;
};

/// The text as one word of a POSIX shell.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// One line for a shell: the environment's assignments, then the arguments.
[[nodiscard]] std::string shell_line(ToolCommand const& command);

/// `{"schema":"llmprof.command/1","argv":[...],"environment":{...},"diagnostics":[...]}` and a line break.
[[nodiscard]] std::string format_command_json(ToolCommand const& command);

}  // namespace v0
}  // namespace llmprof
