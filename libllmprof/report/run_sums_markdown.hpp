// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "libllmprof/report/markdown.hpp"
#include "llmprof/model/run_sums.hpp"

namespace llmprof::inline v0 {

/// The section "The whole run, in sums"; nothing where the events are of the whole run.
void add_whole_run(MarkdownPage& page, std::optional<RunSums> const& sums);

}  // namespace llmprof::inline v0
