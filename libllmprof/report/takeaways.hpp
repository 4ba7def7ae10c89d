// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "libllmprof/report/markdown.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Sentences about what the profile shows: shares of phases, busy GPUs, the largest kernels, coverage,
/// asynchronous phases. Nothing that does not follow from its figures.
[[nodiscard]] std::vector<std::string> takeaways(MarkdownPage& page, Profile const& profile);

}  // namespace llmprof::inline v0
