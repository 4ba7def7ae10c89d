// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/command/tool_command.hpp"

namespace llmprof::inline v0 {

/// Writes the line for a shell, secrets masked. @throws IoError
void write_command_file(std::filesystem::path const& path, ToolCommand command);

/// What nsys and ncu take for this path: `%` begins a placeholder there, as in `%p`.
[[nodiscard]] std::string output_name(std::filesystem::path const& path);

}  // namespace llmprof::inline v0
