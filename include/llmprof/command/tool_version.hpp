// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The version of nsys or ncu: what its options are called depends on it.
struct ToolVersion {
  int year = 0;
  int release = 0;
  int patch = 0;

  friend auto operator<=>(ToolVersion const&, ToolVersion const&) = default;
};

/// `2023.4.4`.
[[nodiscard]] std::string to_string(ToolVersion const& version);

/// Reads `2023.4` or `2023.4.4`; what follows the third number does not matter.
///
/// @throws InvalidArgument if the text is none.
[[nodiscard]] ToolVersion parse_tool_version(std::string_view text);

/// Reads what `nsys --version` or `ncu --version` printed: `NVIDIA Nsight Systems version
/// 2023.4.4.54-234433681190v0`, or `Version 2024.1.1.0 (build 33998838) (public-release)` after other lines.
/// Absent if there is no version in it.
[[nodiscard]] std::optional<ToolVersion> read_tool_version(std::string_view output);

}  // namespace v0
}  // namespace llmprof
