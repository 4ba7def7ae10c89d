// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// report.md: where the time went, per phase, with what is outside and what to know about the capture.
[[nodiscard]] std::string report_markdown(Profile const& profile);

/// @throws IoError
void write_report_markdown(Profile const& profile, std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
