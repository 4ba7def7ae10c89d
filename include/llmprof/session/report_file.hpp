// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/parse/input.hpp"
#include "llmprof/parse/read_options.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The programs that read the reports of NVIDIA's tools: names to be looked for on PATH, or paths.
struct ToolPaths {
  std::string nsys = "nsys";
  std::string ncu = "ncu";
};

/// Reads any input as read_capture does, and reports of Nsight Systems (`.nsys-rep`, `.qdrep`) and of Nsight
/// Compute (`.ncu-rep`) as well, through the tools that wrote them: `nsys export` and `ncu --import`.
///
/// A folder of spools that `llmprof run` had to keep is read, too, and a run folder that has spools and no
/// profile.
///
/// What the tool makes is put into a temporary folder and removed; it may take as much room as the report, or
/// several times that. Sources in the result name the report.
///
/// @throws IoError if the tool is not found, fails, or takes longer than ten minutes; says what it said.
/// @throws ParseError, NoData, IoError as read_capture does.
[[nodiscard]] Capture read_any(std::filesystem::path const& path, ReadOptions const& options = {},
                               ToolPaths const& tools = {});

}  // namespace v0
}  // namespace llmprof
