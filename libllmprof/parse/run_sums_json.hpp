// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/model/run_sums.hpp"

namespace llmprof::inline v0 {

/// `whole_run` of profile.json, where it is not null.
[[nodiscard]] RunSums read_whole_run(JsonNode const& node);

}  // namespace llmprof::inline v0
