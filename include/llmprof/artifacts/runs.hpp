// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/report/format.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// One run folder, as `llmprof artifacts RUN` shows it.
struct RunDescription {
  std::filesystem::path root;
  Manifest manifest;        ///< As written; where there is none, what the folder holds, and not complete.
  Diagnostics diagnostics;  ///< No manifest, files that vanished, changed or came since it was written.
};

/// Compares a run's manifest with what its folder holds now. A folder without a manifest is described, too.
/// @throws IoError if `root` is no folder or cannot be read.
[[nodiscard]] RunDescription describe_run(std::filesystem::path const& root);

/// The run folders in `folder` (those with a manifest or named by a run id), oldest first.
///
/// A run whose manifest cannot be read is listed as not complete, with the reason.
/// @throws IoError if `folder` is none or cannot be read.
[[nodiscard]] std::vector<RunDescription> list_runs(std::filesystem::path const& folder = default_out);

/// The artifacts of a run as text; JSON has schema `llmprof.artifacts/1`.
[[nodiscard]] std::string format_artifacts(RunDescription const& run, FormatOptions const& options = {});

/// Runs with id, creation time, whether they are complete, and the kinds of files that they hold; JSON has
/// schema `llmprof.runs/1`.
[[nodiscard]] std::string format_runs(std::vector<RunDescription> const& runs,
                                      FormatOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
