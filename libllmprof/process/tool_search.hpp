// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "llmprof/command/tool_version.hpp"
#include "llmprof/process/ensure_tool.hpp"

namespace llmprof::inline v0 {

/// What we know of a tool of NVIDIA.
struct KnownTool {
  char const* name;     ///< `nsys`
  char const* product;  ///< `Nsight Systems`
  char const* package;  ///< Where it comes from.
  char const* folder;   ///< Below /opt/nvidia, one folder a version inside.
  ToolVersion oldest;   ///< That does what we ask of it.
  ToolVersion cuda13;   ///< The first that knows CUDA 13.
};

extern KnownTool const nsys_tool;
extern KnownTool const ncu_tool;

/// A tool, or why it is of no use.
struct ToolFinding {
  std::optional<FoundTool> tool;
  ToolVersion number;
  std::string why_not;
  std::string mend;
};

/// @param root where /opt is. Never throws but for want of memory.
[[nodiscard]] ToolFinding search_tool(KnownTool const& known, ToolSearch const& search,
                                      std::filesystem::path const& root = "/");

}  // namespace llmprof::inline v0
