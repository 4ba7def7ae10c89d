// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "llmprof/command/tool_command.hpp"

namespace llmprof::inline v0 {

/// Writes the line for a shell, secrets masked. @throws IoError
void write_command_file(std::filesystem::path const& path, ToolCommand command);

}  // namespace llmprof::inline v0
