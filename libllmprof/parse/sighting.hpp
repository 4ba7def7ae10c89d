// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// Where something was seen first, and how often since.
struct Sighting {
  std::uint64_t count = 0;
  std::uint64_t line = 0;
  std::string text;

  void add(std::uint64_t at_line, std::string_view what) {
    if (count++ > 0) return;
    line = at_line;
    text = what;
  }
};

/// `1 row`, `3 rows`.
[[nodiscard]] inline std::string counted(Sighting const& sighting, std::string_view what) {
  return std::to_string(sighting.count) + ' ' + std::string(what) + (sighting.count == 1 ? "" : "s");
}

}  // namespace llmprof::inline v0
