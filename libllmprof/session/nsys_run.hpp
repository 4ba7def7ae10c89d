// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/session/run.hpp"

namespace llmprof::inline v0 {

/// Runs a workload under Nsight Systems: its report and the export of that are in the run folder's `nsys`.
/// @throws InvalidArgument for what nsys cannot do; Error if there is no nsys, or another profiler is set up;
/// IoError if there can be no run folder.
[[nodiscard]] RunOutcome run_with_nsys(RunRequest const& request);

/// The command line of that. @param tool The nsys. @param output Without extension.
/// @throws InvalidArgument
[[nodiscard]] ToolCommand nsys_command(RunRequest const& request, std::string const& tool,
                                       ToolVersion const& version, std::string const& output);

}  // namespace llmprof::inline v0
