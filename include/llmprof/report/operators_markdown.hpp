// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// operators.md: the ranges that are not the built-in phases (LLM@prefill, LLM@decode_all, LLM@decode_step),
/// by GPU kernel time. Says why if there are none.
[[nodiscard]] std::string operators_markdown(Profile const& profile, std::size_t top = 50);

/// @throws IoError
void write_operators_markdown(Profile const& profile, std::filesystem::path const& path,
                              std::size_t top = 50);

}  // namespace v0
}  // namespace llmprof
