// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"
#include "llmprof/artifacts/manifest.hpp"

namespace llmprof::inline v0 {

/// The members that manifest.json and the listing of a run share, in an object that is open.
void write_members(JsonWriter& json, Artifact const& artifact);

/// `"missing": [{"path":...,"reason":...}]`.
void write_missing(JsonWriter& json, std::vector<MissingArtifact> const& missing);

}  // namespace llmprof::inline v0
