// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "libllmprof/session/recorded_run.hpp"
#include "llmprof/process/ensure_tool.hpp"

namespace llmprof::inline v0 {

/// The nsys, where nothing stands in the way.
/// @throws InvalidArgument for what nsys cannot do; Error if there is no nsys, or another profiler is set up
[[nodiscard]] FoundTool tool_for_nsys(RunRequest const& request);

/// Runs the workload under Nsight Systems: its report and the export of that are in the run folder's `nsys`.
/// @return absent if nothing was recorded: that has been said
[[nodiscard]] std::optional<Recorded> record_with_nsys(RecordedRun& run, FoundTool const& nsys);

/// The command line of that. @param tool The nsys. @param output Without extension.
/// @throws InvalidArgument
[[nodiscard]] ToolCommand nsys_command(RunRequest const& request, std::string const& tool,
                                       ToolVersion const& version, std::string const& output);

}  // namespace llmprof::inline v0
