// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "libllmprof/report/table.hpp"
#include "llmprof/report/format.hpp"

namespace llmprof::inline v0 {

/// The table in any format but JSON.
[[nodiscard]] std::string render(Table const& table, FormatOptions const& options);

}  // namespace llmprof::inline v0
