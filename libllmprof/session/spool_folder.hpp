// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "llmprof/parse/input.hpp"
#include "llmprof/parse/read_options.hpp"

namespace llmprof::inline v0 {

/// Where spools lie that `llmprof run` could not turn into a run's trace: in this folder itself, or in a run
/// folder that has no profile.
[[nodiscard]] std::optional<std::filesystem::path> spools_in(std::filesystem::path const& folder);

/// Reads them as one capture. @throws IoError, ParseError, NoData
[[nodiscard]] Capture read_spools(std::filesystem::path const& folder, ReadOptions const& options);

}  // namespace llmprof::inline v0
