// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// True if `bytes` begin with a UTF-16 byte order mark, as PowerShell 5 writes for `>`.
[[nodiscard]] bool is_utf16(std::string_view bytes) noexcept;

/// Converts UTF-16 with a byte order mark to UTF-8 without one. Lone surrogates and a lone last byte become
/// U+FFFD.
[[nodiscard]] std::string utf8_from_utf16(std::string_view bytes);

}  // namespace llmprof::inline v0
