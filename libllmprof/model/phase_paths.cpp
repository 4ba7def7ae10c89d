// SPDX-License-Identifier: MIT
#include "libllmprof/model/phase_paths.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

bool is_at_or_below(std::vector<Label> const& path, std::vector<Label> const& root) noexcept {
  return path.size() >= root.size() && std::equal(root.begin(), root.end(), path.begin());
}

bool is_inside(PhaseProfile const& phase, PhaseProfile const& other) noexcept {
  return phase.path.size() > other.path.size() && is_at_or_below(phase.path, other.path);
}

}  // namespace llmprof::inline v0
