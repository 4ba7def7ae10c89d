// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// `exact`, `histogram` or `reported`, as profile.json has it.
[[nodiscard]] std::string_view to_string(MedianKind kind) noexcept;

/// `none`, `mark`, `payload`, `steps` or `several`.
[[nodiscard]] std::string_view to_string(TokenSource source) noexcept;

/// `kernel`, `range` or `summary`, as metrics.json has it.
[[nodiscard]] std::string_view to_string(MeasuredKind kind) noexcept;

/// The other way round; absent for anything else.
[[nodiscard]] std::optional<MedianKind> median_kind_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<TokenSource> token_source_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<MeasuredKind> measured_kind_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Severity> severity_named(std::string_view name) noexcept;

/// A phase of llmprof's own: `LLM@prefill`, `LLM@decode_all`, `LLM@decode_step`.
[[nodiscard]] bool is_built_in(Label const& label) noexcept;

}  // namespace llmprof::inline v0
