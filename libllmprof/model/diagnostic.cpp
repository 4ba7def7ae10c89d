// SPDX-License-Identifier: MIT
#include "llmprof/model/diagnostic.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(Severity severity) noexcept {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "";
}

}  // namespace llmprof::inline v0
