// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// The word that is most like `text`, for "did you mean"; absent if none is like it.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view text,
                                                      std::vector<std::string_view> const& words);

}  // namespace llmprof::inline v0
