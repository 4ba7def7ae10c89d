// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

struct PresetText {
  std::string_view name;
  std::string_view yaml;
};

/// The files of libllmprof/command/presets, as they were when llmprof was built.
[[nodiscard]] std::vector<PresetText> preset_texts();

}  // namespace llmprof::inline v0
