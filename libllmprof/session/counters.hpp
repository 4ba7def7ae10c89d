// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "libllmprof/session/recorded_run.hpp"
#include "llmprof/process/ensure_tool.hpp"

namespace llmprof::inline v0 {

/// The ncu. @throws Error if there is none that will do
[[nodiscard]] FoundTool tool_for_ncu(RunRequest const& request);

/// Runs the workload again under Nsight Compute, for the counters of the kernels that take the most time in
/// what was reported; of all kernels, where nothing was. Its report and tables are in the run folder's `ncu`.
/// @return absent if nothing was measured: that has been said
[[nodiscard]] std::optional<Recorded> measure_with_ncu(RecordedRun& run, FoundTool const& ncu);

}  // namespace llmprof::inline v0
