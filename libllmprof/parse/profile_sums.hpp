// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Phases, shares and kernels are added up later, where the name of the file is not at hand: so they must
/// fit, all together.
/// @param root Of the document that the profile was read from. @throws ParseError with its name otherwise.
void check_sums(JsonNode const& root, Profile const& profile);

}  // namespace llmprof::inline v0
