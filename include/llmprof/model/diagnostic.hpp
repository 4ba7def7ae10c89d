// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

enum class Severity : std::uint8_t { note, warning, error };

/// `note`, `warning`, or `error`.
[[nodiscard]] std::string_view to_string(Severity severity) noexcept;

/// Something that a reader of the figures should know: an odd row, a table that is missing, what a tool
/// reported.
struct Diagnostic {
  Severity severity = Severity::note;
  std::string text;
  std::string source;                 ///< File that it is about; empty if about none.
  std::optional<std::uint64_t> line;  ///< 1-based; absent where the format has no lines.

  friend bool operator==(Diagnostic const&, Diagnostic const&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace v0
}  // namespace llmprof
