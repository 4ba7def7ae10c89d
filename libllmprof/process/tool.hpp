// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace llmprof::inline v0 {

/// A program that is run for its output, never through a shell.
struct ToolCall {
  std::vector<std::string>
      argv;  ///< The program, looked for on PATH unless it has a slash, and its arguments.
  std::filesystem::path output;        ///< Where its standard output goes; made anew.
  std::filesystem::path errors;        ///< Where its standard error goes; made anew.
  std::chrono::seconds deadline{600};  ///< Then it is killed with all of its process group.
};

/// How a program ended.
struct ToolEnd {
  int status = 0;          ///< Exit status; meaningful if neither of the others is set.
  int signal = 0;          ///< That ended it; 0 if none did.
  bool timed_out = false;  ///< It was killed because the deadline had passed.

  [[nodiscard]] bool is_success() const noexcept { return status == 0 && signal == 0 && !timed_out; }
};

/// Runs a program to its end, with nothing on standard input, in a process group of its own.
///
/// At the deadline the group gets SIGTERM, two seconds later SIGKILL: nsys can hang for ever in a sandbox.
/// @throws IoError if it cannot be started; its text says `not found` if there is no such program.
[[nodiscard]] ToolEnd run_tool(ToolCall const& call);

/// `exit status 3`, `killed by signal 11`, `not done after 600 s`.
[[nodiscard]] std::string describe(ToolEnd const& end, ToolCall const& call);

/// Runs a tool that is to make this file, which may be its output.
/// @return why it did not: `exit status 1; it said '...'`. Empty: it did.
/// @throws IoError as run_tool does
[[nodiscard]] std::string why_not_made(std::filesystem::path const& file, ToolCall const& call);

}  // namespace llmprof::inline v0
