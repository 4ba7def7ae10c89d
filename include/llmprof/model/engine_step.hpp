// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The phase of inference that a step of an engine belongs to.
enum class StepKind : std::uint8_t {
  prefill,  ///< Prompts, or chunks of them: context.
  decode,   ///< New tokens: generation, and the checks of speculation.
  mixed,    ///< Both in one step, or one after the other.
  other,    ///< A step, but of no phase: idle, or a warm-up.
};

/// `prefill`, `decode`, `mixed`, `other`.
[[nodiscard]] std::string_view to_string(StepKind kind) noexcept;

/// The kind of that name; absent if there is none.
[[nodiscard]] std::optional<StepKind> parse_step_kind(std::string_view name) noexcept;

/// What an engine says of one of its steps. What it does not say is absent, never 0.
struct EngineStep {
  StepKind kind = StepKind::other;
  std::optional<std::int64_t> context_requests;  ///< Requests whose prompt is worked on.
  std::optional<std::int64_t> context_tokens;  ///< Tokens of prompts in this step, those in a cache left out.
  std::optional<std::int64_t> generation_requests;  ///< Requests that get new tokens.
  /// Tokens that are worked on for them. Where it is absent, one a generation request, unless the engine
  /// speculates.
  std::optional<std::int64_t> generation_tokens;
  std::optional<std::int64_t> batch;  ///< All requests of the step.

  friend bool operator==(EngineStep const&, EngineStep const&) = default;
};

}  // namespace v0
}  // namespace llmprof
