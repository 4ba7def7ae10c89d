// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "libllmprof/support/json.hpp"
#include "llmprof/model/run_sums.hpp"

namespace llmprof::inline v0 {

/// `whole_run` of profile.json: null where the events are of the whole run.
void write_whole_run(JsonWriter& json, std::optional<RunSums> const& sums);

}  // namespace llmprof::inline v0
