// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "llmprof/analyze/answers.hpp"
#include "llmprof/export.hpp"
#include "llmprof/report/format.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// For a terminal: a row for each kind of step, then the findings with most to gain.
/// @param findings So many of them at most.
[[nodiscard]] std::string format_answers(Answers const& answers, FormatOptions const& options = {},
                                         std::size_t findings = 3);

/// Schema `llmprof.answers/1`: every figure, with what it rests on, or null and the reason.
[[nodiscard]] std::string answers_json(Answers const& answers);

/// @throws IoError
void write_answers_json(Answers const& answers, std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
