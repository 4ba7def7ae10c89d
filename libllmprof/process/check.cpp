// SPDX-License-Identifier: MIT
#include "llmprof/process/check.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(CheckState state) noexcept {
  switch (state) {
    case CheckState::ok: return "ok";
    case CheckState::warning: return "warning";
    case CheckState::problem: return "problem";
    case CheckState::unknown: return "unknown";
  }
  return "unknown";
}

}  // namespace llmprof::inline v0
