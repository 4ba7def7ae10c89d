// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "libllmprof/command/setting_keys.hpp"
#include "libllmprof/support/settings_yaml.hpp"

namespace llmprof::inline v0 {

/// Changes the setting. @return why not (`'x' is wrong; it takes light|deep`); empty if it did.
[[nodiscard]] std::string assign(Settings& settings, SettingKey const& key, WrittenValue const& value);

[[nodiscard]] ConfigValue value_of(Settings const& settings, SettingKey const& key);

/// `light|deep`, `whole number from 1 to 1000`, `seconds`, ...
[[nodiscard]] std::string allowed_text(SettingKey const& key);

}  // namespace llmprof::inline v0
