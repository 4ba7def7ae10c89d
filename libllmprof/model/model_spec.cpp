// SPDX-License-Identifier: MIT
#include "llmprof/model/model_spec.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(AttentionKind kind) noexcept {
  switch (kind) {
    case AttentionKind::mha: return "MHA";
    case AttentionKind::gqa: return "GQA";
    case AttentionKind::mqa: return "MQA";
    case AttentionKind::mla: return "MLA";
  }
  return "unknown";
}

AttentionKind Decoder::attention_kind() const noexcept {
  if (mla) return AttentionKind::mla;
  if (kv_heads == heads) return AttentionKind::mha;
  return kv_heads == 1 ? AttentionKind::mqa : AttentionKind::gqa;
}

}  // namespace llmprof::inline v0
