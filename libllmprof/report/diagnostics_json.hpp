// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace llmprof::inline v0 {

/// `"diagnostics":[{"severity":...,"text":...,"source":...,"line":...}]`, the last member of a document.
///
/// If the writer had to write null for numbers that are not finite, that is one more diagnostic.
void write_diagnostics(JsonWriter& json, Diagnostics const& diagnostics);

}  // namespace llmprof::inline v0
