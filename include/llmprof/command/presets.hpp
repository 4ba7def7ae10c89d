// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "llmprof/command/settings.hpp"
#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Settings that belong together. They are part of the library; no file is looked for.
struct Preset {
  std::string_view name;  ///< `ncu.memory`
  std::string_view what;  ///< One line.
  std::string_view yaml;  ///< As apply_yaml reads it.
};

/// All of them.
[[nodiscard]] std::vector<Preset> const& presets();

/// @throws InvalidArgument if there is none of this name; names those that there are.
[[nodiscard]] Preset const& find_preset(std::string_view name);

/// Changes the settings that the preset names. @throws InvalidArgument as find_preset does.
void apply_preset(Settings& settings, std::string_view name);

}  // namespace v0
}  // namespace llmprof
