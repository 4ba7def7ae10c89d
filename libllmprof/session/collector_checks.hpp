// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "llmprof/process/check.hpp"

namespace llmprof::inline v0 {

/// The libcupti that a program without one of its own gets, by the search of the collector.
/// @param cuda that the driver runs, 13000 for 13.0; 0 if not known
[[nodiscard]] Check check_cupti(bool has_gpu, int cuda);

/// @param library libllmprof_inject.so; empty if it was not found
[[nodiscard]] Check check_injection_library(std::filesystem::path const& library);

/// @param variables of our environment
[[nodiscard]] Check check_other_profiler(std::map<std::string, std::string> const& variables);

}  // namespace llmprof::inline v0
