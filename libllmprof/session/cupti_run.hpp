// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/session/run.hpp"

namespace llmprof::inline v0 {

/// Runs a workload with the built-in collector injected.
/// @throws Error if another profiler is set up, or the library is not found; IoError if there can be no run
/// folder.
[[nodiscard]] RunOutcome run_with_cupti(RunRequest const& request);

}  // namespace llmprof::inline v0
