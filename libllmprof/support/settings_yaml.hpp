// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// A value as somebody wrote it.
struct WrittenValue {
  enum class Kind { one, list, nothing } kind = Kind::one;
  std::vector<std::string> texts;  ///< One, or the items.
};

/// A key with points, and what was written for it.
struct WrittenSetting {
  std::string key;
  WrittenValue value;
  std::uint64_t line = 0;  ///< 1-based.
};

/// Reads the settings of a file (or what else is written `key: value`), in its order, whatever their names
/// are.
/// @throws ParseError for bad YAML, anchors, aliases, lists in lists, and what is too large or too deep.
[[nodiscard]] std::vector<WrittenSetting> read_settings_yaml(std::string_view text,
                                                             std::string const& source);

}  // namespace llmprof::inline v0
