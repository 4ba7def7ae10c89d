// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace llmprof::inline v0 {

/// One entry of a run folder.
struct RunFile {
  std::string path;  ///< Relative, with `/`.
  std::filesystem::file_type type = std::filesystem::file_type::none;
};

/// Everything below `root`, by path, parents before their content. Links are listed, not followed; temporary
/// files of writers at work are left out. @throws IoError if a folder cannot be read.
[[nodiscard]] std::vector<RunFile> list_run_files(std::filesystem::path const& root);

}  // namespace llmprof::inline v0
