// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads what to_json(Profile) wrote. Keys that it does not know are ignored.
///
/// Everything comes back as it was, except that a timeline share which was null is NaN.
///
/// @param source Used in messages only.
/// @throws ParseError if the text is not JSON, not a profile, a profile of a newer schema
/// (`llmprof.profile/2`), lacks a member, or holds something impossible: a negative count or duration, an
/// index that refers to nothing. Says where in the document.
[[nodiscard]] Profile read_profile_json(std::string_view text, std::string source = "<text>");

}  // namespace v0
}  // namespace llmprof
