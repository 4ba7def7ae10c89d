// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "llmprof/model/engine_step.hpp"

namespace llmprof::inline v0 {

/// The longest text that is taken for a label.
constexpr std::size_t most_label = 1024;

/// `execute_context_2(6144)_generation_3(3)`,
/// `execute_8192_context_9(sq8155sk8430...)_generation_37(sq37...)`, `execute_new_1_cached_7`.
[[nodiscard]] std::optional<EngineStep> read_vllm_label(std::string_view name);

/// `step[EXTEND bs=2 toks=4096]`, `step[MIXED bs=2 c=1 g=1 c_sq=5 ...]`; and `prefill[bs=2 tok=16384]`, which
/// has the same form.
[[nodiscard]] std::optional<EngineStep> read_bracket_label(std::string_view name);

/// `[Executor] _forward_step 12: 2 ctx reqs, 6144 ctx tokens, 3 gen reqs`
[[nodiscard]] std::optional<EngineStep> read_trtllm_label(std::string_view name);

/// `decode_step`, `BatchPrefill num_seq=2 total_len=4096`, `context phase`: see docs/phases.md.
[[nodiscard]] std::optional<EngineStep> read_plain_label(std::string_view name);

/// Reads one of `bs=2`, `num_tokens=4096`, ... into the step, whose kind is known.
void add_written_number(EngineStep& step, std::string_view key, std::int64_t value);

}  // namespace llmprof::inline v0
