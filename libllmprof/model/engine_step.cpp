// SPDX-License-Identifier: MIT
#include "llmprof/model/engine_step.hpp"

#include <algorithm>
#include <array>

namespace llmprof::inline v0 {
namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 4> names{"prefill", "decode", "mixed", "other"};

}  // namespace

std::string_view to_string(StepKind kind) noexcept {
  return names[std::min(static_cast<std::size_t>(kind), names.size() - 1)];
}

std::optional<StepKind> parse_step_kind(std::string_view name) noexcept {
  auto const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<StepKind>(found - names.begin());
}

}  // namespace llmprof::inline v0
