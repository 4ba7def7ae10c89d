// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string repaired_utf8(std::string_view text);

/// repaired_utf8, with control characters (line breaks and terminal escapes among them) turned into spaces.
[[nodiscard]] std::string one_line(std::string_view text);

/// Number of code points of valid UTF-8: what a terminal shows, as far as kernel names go.
[[nodiscard]] std::size_t display_width(std::string_view utf8) noexcept;

/// Cuts valid UTF-8 in the middle so that it is at most `width` (>= 8) code points wide, `...` included.
///
/// The end stays, because template arguments tell kernels apart.
[[nodiscard]] std::string shortened(std::string_view utf8, std::size_t width);

/// Without spaces, tabs and line breaks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Adds a code point of at most U+10FFFF.
void append_utf8(std::string& out, std::uint32_t code_point);

/// Equal but for the case of ASCII letters, whatever the locale.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept;

/// Lower case of the ASCII letters.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace llmprof::inline v0
