// SPDX-License-Identifier: MIT
#include "libllmprof/parse/profile_sums.hpp"

#include "libllmprof/model/shares.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

void check_sums_of(JsonNode const& root, Profile const& profile) {
  try {
    check_sums(profile);
  } catch (Error const& error) {
    root.fail(error.what());
  }
}

}  // namespace llmprof::inline v0
