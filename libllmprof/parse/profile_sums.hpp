// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// check_sums() of a profile that was read. @throws ParseError with the name of the document.
void check_sums_of(JsonNode const& root, Profile const& profile);

}  // namespace llmprof::inline v0
