// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace llmprof::inline v0 {

// What texts of settings may be. None accepts control characters; that is checked for all of them.

[[nodiscard]] inline bool is_any(std::string_view) { return true; }
[[nodiscard]] inline bool is_given(std::string_view text) { return !text.empty(); }
[[nodiscard]] bool is_word(std::string_view text);        ///< Letters, digits, `-`, `_`.
[[nodiscard]] bool is_identifier(std::string_view text);  ///< Letters, digits, `_`; or `regex:PATTERN`.
[[nodiscard]] bool is_metric(std::string_view text);      ///< And `.`, `:`; or `regex:PATTERN`.
[[nodiscard]] bool is_label(std::string_view text);
[[nodiscard]] bool is_label_or_empty(std::string_view text);
[[nodiscard]] bool is_range_end(std::string_view text);  ///< Of nsys: `stop`, `repeat:3`, ...

}  // namespace llmprof::inline v0
