// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "libllmprof/session/recorded_run.hpp"

namespace llmprof::inline v0 {

/// The library that is injected, where nothing stands in the way.
/// @throws Error if another profiler is set up, or there is no library
[[nodiscard]] std::filesystem::path library_for_cupti(RunRequest const& request);

/// Runs the workload with the built-in collector injected. @return absent if nothing was recorded: that has
/// been said
[[nodiscard]] std::optional<Recorded> record_with_cupti(RecordedRun& run,
                                                        std::filesystem::path const& library);

}  // namespace llmprof::inline v0
