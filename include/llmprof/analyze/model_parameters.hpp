// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "llmprof/export.hpp"
#include "llmprof/model/model_spec.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Numbers of parameters by part. docs/formulas.md has the formulas.
struct ParameterCounts {
  std::uint64_t embedding = 0;  ///< Tokens and learned positions.
  std::uint64_t attention = 0;
  std::uint64_t mlp = 0;             ///< Of dense layers, and what every token goes through in the others.
  std::uint64_t router = 0;          ///< Of all layers with experts.
  std::uint64_t routed_experts = 0;  ///< All of them, of all layers.
  std::uint64_t norm = 0;
  std::uint64_t lm_head = 0;  ///< 0 where it is the table of embeddings; a bias counts in any case.

  std::uint64_t active_experts = 0;  ///< The part of `routed_experts` that one token goes through.

  [[nodiscard]] std::uint64_t total() const noexcept {
    return embedding + attention + mlp + router + routed_experts + norm + lm_head;
  }
  /// What one token goes through, with all of the embeddings: the "active parameters" of a model card.
  [[nodiscard]] std::uint64_t active() const noexcept { return total() - routed_experts + active_experts; }

  friend bool operator==(ParameterCounts const&, ParameterCounts const&) = default;
};

/// Counts as the implementations of Hugging Face transformers have them; extra heads for several tokens at
/// once (multi-token prediction of DeepSeek-V3) are none of them. For sizes that read_model_spec() accepts
/// the sums fit.
[[nodiscard]] ParameterCounts count_parameters(Decoder const& decoder);

/// Elements of the matrices alone, without biases, norms and tables: what is multiplied with a token.
struct MatrixCounts {
  std::uint64_t layers = 0;          ///< Attention, MLP, shared experts.
  std::uint64_t router = 0;          ///< Router, and gate of the shared experts.
  std::uint64_t routed_experts = 0;  ///< All of them.
  std::uint64_t active_experts = 0;  ///< Those of one token.
  std::uint64_t lm_head = 0;         ///< hidden x vocab, tied or not.

  /// Of one token, without lm_head.
  [[nodiscard]] std::uint64_t active() const noexcept { return layers + router + active_experts; }

  friend bool operator==(MatrixCounts const&, MatrixCounts const&) = default;
};

[[nodiscard]] MatrixCounts count_matrices(Decoder const& decoder);

}  // namespace v0
}  // namespace llmprof
