// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <string>

namespace llmprof::inline v0 {

/// `2025-01-31T12:00:00Z`.
[[nodiscard]] std::string utc_iso8601(std::time_t time);

/// `20250131-120000`.
[[nodiscard]] std::string utc_compact(std::time_t time);

}  // namespace llmprof::inline v0
