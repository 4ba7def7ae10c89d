// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// Of nsys and ncu: the year, the release in it, the patch.
struct ReleaseNumber {
  int year = 0;
  int release = 0;
  int patch = 0;

  friend auto operator<=>(ReleaseNumber const&, ReleaseNumber const&) = default;
};

/// `NVIDIA Nsight Systems version 2023.4.4.54-234433681190v0`, `Version 2025.3.1.0 (build 36398880)`.
[[nodiscard]] std::optional<ReleaseNumber> find_release_number(std::string_view said);

/// `2023.4.4`
[[nodiscard]] std::string to_string(ReleaseNumber const& number);

}  // namespace llmprof::inline v0
