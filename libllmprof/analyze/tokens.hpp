// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libllmprof/analyze/engine_steps.hpp"
#include "libllmprof/analyze/scopes.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Tokens of one range, and what tells.
struct Tokens {
  std::optional<std::int64_t> count;
  TokenSource from = TokenSource::none;
};

/// Tokens of every range.
///
/// A mark `tokens` inside the range counts first. Without one, the payload of `prefill` (prompt tokens) and
/// of `decode_step` (sequences in the batch, a token each) counts; `decode_all` takes the sum of its steps if
/// it is known for each of them, else its own payload. Payloads of other ranges mean something else. Last
/// counts what the label of an engine's step says: tokens of prompts, and of generation, where it tells only
/// the requests one for each.
[[nodiscard]] std::vector<Tokens> find_tokens(Trace const& trace, Scopes const& scopes,
                                              EngineSteps const& steps);

}  // namespace llmprof::inline v0
