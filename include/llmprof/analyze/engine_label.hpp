// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/engine_step.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads the step of inference from the text of a range, as engines write it; see docs/phases.md.
///
/// Knows the forms of vLLM, SGLang and TensorRT-LLM with their numbers, `prefill[bs=2 tok=4096]` and the
/// like, and words that stand for a phase wherever they stand alone: `prefill`, `decode_step`, `BatchDecode`,
/// `context phase`.
///
/// @param name   The raw text: numbers must not be folded to `#`. At most 1,024 bytes; a longer one is no
/// label.
/// @param domain Its NVTX domain. What PyTorch's profiler calls `cpu_op` are operators, never steps.
/// @return absent if the text says nothing about a phase.
[[nodiscard]] std::optional<EngineStep> read_engine_label(std::string_view name,
                                                          std::string_view domain = {});

}  // namespace v0
}  // namespace llmprof
