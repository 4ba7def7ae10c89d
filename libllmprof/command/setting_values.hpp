// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "libllmprof/command/setting_keys.hpp"

namespace llmprof::inline v0 {

/// A value as somebody wrote it.
struct WrittenValue {
  enum class Kind { one, list, nothing } kind = Kind::one;
  std::vector<std::string> texts;  ///< One, or the items.
};

/// Changes the setting. @return why not (`'x' is wrong; it takes light|deep`); empty if it did.
[[nodiscard]] std::string assign(Settings& settings, SettingKey const& key, WrittenValue const& value);

[[nodiscard]] ConfigValue value_of(Settings const& settings, SettingKey const& key);

/// `light|deep`, `whole number from 1 to 1000`, `seconds`, ...
[[nodiscard]] std::string allowed_text(SettingKey const& key);

}  // namespace llmprof::inline v0
