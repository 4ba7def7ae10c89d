// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Which tool is meant.
struct ToolSearch {
  std::string program;                ///< Its path, or a name without a slash; empty: `nsys` or `ncu`.
  std::string path;                   ///< Value of PATH, where names are looked for.
  std::chrono::seconds deadline{10};  ///< For `--version`: a tool may hang.
};

/// A tool that is there and runs.
struct FoundTool {
  std::filesystem::path path;
  std::string version;  ///< `2023.4.4`: year, release, and patch where there is one.

  friend bool operator==(FoundTool const&, FoundTool const&) = default;
};

/// Nsight Systems, 2022.4 or newer: the oldest that is known to have every option that llmprof gives.
/// @throws Error if it is not there, hangs, says no version or is too old; says what mends it.
[[nodiscard]] FoundTool ensure_nsys(ToolSearch const& search);

/// Nsight Compute, 2022.3 or newer: the oldest that was tried. @throws Error as ensure_nsys does.
[[nodiscard]] FoundTool ensure_ncu(ToolSearch const& search);

}  // namespace v0
}  // namespace llmprof
