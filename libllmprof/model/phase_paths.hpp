// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Whether `path` begins with `root`.
[[nodiscard]] bool is_at_or_below(std::vector<Label> const& path, std::vector<Label> const& root) noexcept;

/// Whether the ranges of a phase lie in those of another.
[[nodiscard]] bool is_inside(PhaseProfile const& phase, PhaseProfile const& other) noexcept;

}  // namespace llmprof::inline v0
