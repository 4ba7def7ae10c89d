// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/ceilings.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads what `llmprof doctor --measure --save FILE` wrote: JSON of schema `llmprof.ceilings/1`.
///
/// @param source Used in messages only.
/// @throws ParseError if the text is no such JSON, a rate is not above zero, or a type of data is not known.
[[nodiscard]] Ceilings read_ceilings(std::string_view text, std::string source = "<text>");

/// The same from a file, or from standard input for `-`.
/// @throws IoError if the file cannot be opened or read.
[[nodiscard]] Ceilings read_ceilings_file(std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
