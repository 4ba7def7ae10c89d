// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string_view>

#include "llmprof/model/diagnostic.hpp"

namespace llmprof::tests {

/// Whether a diagnostic of a trace, a profile or a table has that text.
template <class Diagnosed>
[[nodiscard]] bool says(Diagnosed const& diagnosed, std::string_view text) {
  auto const& all = diagnosed.diagnostics;
  return std::any_of(all.begin(), all.end(),
                     [&](Diagnostic const& d) { return d.text.find(text) != std::string::npos; });
}

}  // namespace llmprof::tests
