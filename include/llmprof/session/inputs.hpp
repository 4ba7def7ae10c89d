// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/parse/input.hpp"
#include "llmprof/session/report_file.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A file that was read, and what it turned out to be.
struct LoadedFile {
  std::filesystem::path path;
  std::string kind;  ///< As to_string(InputKind) names it.
};

/// Several inputs as one run: the times of one of them, and what ncu measured beside it.
struct LoadedInputs {
  Profile profile;  ///< From the timeline, else from a kernel table, else from what ncu measured.
  std::vector<Metrics> metrics;  ///< One for each ncu file.
  std::vector<LoadedFile> files;
};

/// Reads and analyses inputs that belong to one run: one timeline and any number of ncu files.
///
/// Times always come from the timeline; a kernel table beside it is left out, and that is said. A folder is a
/// run of llmprof, whose profile.json is read.
///
/// @param reading Shapes of launches are read if AnalyzeOptions::max_shapes asks for them, whatever it says.
/// @param tools   Read the reports of nsys and ncu.
/// @throws InvalidArgument if there are two timelines, two kernel tables, or no input.
/// @throws IoError, ParseError, NoData as read_any does.
[[nodiscard]] LoadedInputs load_inputs(std::vector<std::filesystem::path> const& paths,
                                       AnalyzeOptions const& options = {}, ReadOptions const& reading = {},
                                       ToolPaths const& tools = {});

/// What several ncu files measured, as one: launches in the order of the files.
[[nodiscard]] Metrics joined(std::vector<Metrics> files);

}  // namespace v0
}  // namespace llmprof
