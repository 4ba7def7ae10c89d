// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace llmprof::inline v0 {

/// Whether our own collector made the capture. @param tool Of a Trace or a Profile.
[[nodiscard]] inline bool is_of_our_collector(std::string_view tool) noexcept {
  return tool.starts_with("llmprof");
}

/// What to do where GPU work that was launched is not in a capture: a clause.
[[nodiscard]] inline std::string_view advice_on_missing_work(std::string_view tool) noexcept {
  return is_of_our_collector(tool)
             ? "launches failed, or their work was not done when the process ended, if no warning of the "
               "collector says why"
             : "capture again with a newer tool, or gate the capture on one range";
}

}  // namespace llmprof::inline v0
