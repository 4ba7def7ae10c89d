// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/session/run.hpp"

namespace llmprof::inline v0 {

/// What the workload gets on top of our environment, so that the library is injected and knows its job.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> environment_of(
    RunRequest const& request, std::filesystem::path const& library, std::filesystem::path const& spools);

}  // namespace llmprof::inline v0
