// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/model/ceilings.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// JSON of schema `llmprof.ceilings/1`, which `read_ceilings` reads back.
[[nodiscard]] std::string to_json(Ceilings const& ceilings);

/// Writes it so that the file appears whole or not at all. @throws IoError
void write_ceilings(Ceilings const& ceilings, std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
