// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace llmprof::inline v0 {

struct GitState {
  std::string revision;  ///< Full hash; empty if unknown.
  std::string branch;    ///< Empty on a detached head.
  std::string why_not;   ///< Why there is no revision.
};

/// What is checked out in the work tree around `folder`, from git's own files: git is not run.
[[nodiscard]] GitState read_git_state(std::filesystem::path const& folder);

}  // namespace llmprof::inline v0
