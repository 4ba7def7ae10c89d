// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace llmprof::inline v0 {

/// The last line that says something in what a tool printed; progress bars say nothing. Of the first file
/// that has one; empty if none has.
[[nodiscard]] std::string last_words(std::vector<std::filesystem::path> const& files);

}  // namespace llmprof::inline v0
