// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The JSON Schema of what llmprof writes, by the middle of its id: `regions` for `llmprof.regions/1`.
/// Absent if there is none of that name.
[[nodiscard]] std::optional<std::string_view> schema_text(std::string_view name) noexcept;

/// The names that schema_text knows, sorted.
[[nodiscard]] std::vector<std::string_view> schema_names();

}  // namespace v0
}  // namespace llmprof
