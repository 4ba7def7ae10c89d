// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// profile.json, schema `llmprof.profile/1`: all of a profile. `read_profile_json` reads it back.
///
/// Timeline shares are rounded to 4 digits; figures that are not finite become null, with a diagnostic.
[[nodiscard]] std::string to_json(Profile const& profile);

/// Writes it so that the file appears whole or not at all. @throws IoError
void write_profile_json(Profile const& profile, std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
