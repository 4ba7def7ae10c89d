// SPDX-License-Identifier: MIT
#include "llmprof/analyze/engine_label.hpp"

#include "libllmprof/analyze/engine_forms.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {

std::optional<EngineStep> read_engine_label(std::string_view name, std::string_view domain) {
  if (name.size() > most_label || domain == "cpu_op") return std::nullopt;
  name = trimmed(name);
  if (auto const step = read_vllm_label(name)) return step;
  if (auto const step = read_trtllm_label(name)) return step;
  if (auto const step = read_bracket_label(name)) return step;
  // A cut off label of SGLang may end inside a number.
  return name.starts_with("step[") ? std::nullopt : read_plain_label(name);
}

}  // namespace llmprof::inline v0
