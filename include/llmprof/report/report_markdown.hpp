// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/analyze/answers.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// report.md: where the time went, per phase, with what is outside and what to know about the capture.
/// @param answers Of the same profile; null: without them.
[[nodiscard]] std::string report_markdown(Profile const& profile, Answers const* answers = nullptr);

/// @throws IoError
void write_report_markdown(Profile const& profile, std::filesystem::path const& path,
                           Answers const* answers = nullptr);

}  // namespace v0
}  // namespace llmprof
