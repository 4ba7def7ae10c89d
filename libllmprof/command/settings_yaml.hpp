// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/command/setting_values.hpp"

namespace llmprof::inline v0 {

/// A key with points, and what was written for it.
struct WrittenSetting {
  std::string key;
  WrittenValue value;
  std::uint64_t line = 0;  ///< 1-based.
};

/// Reads the settings of a file, in its order, whatever their names are.
/// @throws ParseError for bad YAML, anchors, aliases, lists in lists, and what is too large or too deep.
[[nodiscard]] std::vector<WrittenSetting> read_settings_yaml(std::string_view text,
                                                             std::string const& source);

}  // namespace llmprof::inline v0
