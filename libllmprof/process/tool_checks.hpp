// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "libllmprof/process/tool_search.hpp"
#include "llmprof/process/check.hpp"

namespace llmprof::inline v0 {

/// @param cuda that the driver runs, 13000 for 13.0; 0 if not known: an older tool loses kernels
[[nodiscard]] Check check_tool(KnownTool const& known, ToolFinding const& finding, int cuda);

/// Without its importer nsys leaves a .qdstrm, which nothing else reads.
/// @param path value of PATH @param root where /opt is
[[nodiscard]] Check check_nsys_importer(ToolFinding const& nsys, std::string const& path,
                                        std::filesystem::path const& root, std::chrono::seconds deadline);

}  // namespace llmprof::inline v0
