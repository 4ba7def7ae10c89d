// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "llmprof/model/diagnostic.hpp"

namespace llmprof::inline v0 {

/// Says that `count` figures are left out because they are no numbers; absent for 0.
[[nodiscard]] std::optional<Diagnostic> non_finite_diagnostic(std::size_t count);

}  // namespace llmprof::inline v0
