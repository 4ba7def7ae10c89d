// SPDX-License-Identifier: MIT
#include "llmprof/model/gpu_spec.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(ClockKind kind) noexcept {
  switch (kind) {
    case ClockKind::sampled: return "sampled";
    case ClockKind::rated: return "rated";
    case ClockKind::max: return "max";
  }
  return "unknown";
}

}  // namespace llmprof::inline v0
