// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace llmprof::inline v0 {

/// The errno with which starting this program would fail, as far as its file shows: it is looked for on PATH
/// unless its name has a slash.
[[nodiscard]] std::optional<int> why_not_startable(std::string const& program);

}  // namespace llmprof::inline v0
