// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace llmprof::inline v0 {

/// Whether it is a file that may be executed.
[[nodiscard]] bool is_program(std::filesystem::path const& path);

/// Where a program is, as execvp would find it: `name` itself if it has a slash.
/// @param path value of PATH
[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string const& name,
                                                                std::string const& path);

}  // namespace llmprof::inline v0
