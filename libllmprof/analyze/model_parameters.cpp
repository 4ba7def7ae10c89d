// SPDX-License-Identifier: MIT
#include "llmprof/analyze/model_parameters.hpp"

namespace llmprof::inline v0 {
namespace {

/// Weights and biases of something that is repeated.
struct Weights {
  std::uint64_t matrices = 0;
  std::uint64_t biases = 0;

  [[nodiscard]] std::uint64_t all() const { return matrices + biases; }
};

std::uint64_t norm_size(NormKind kind, std::uint64_t width) {
  switch (kind) {
    case NormKind::rms:
    case NormKind::layer_no_bias: return width;
    case NormKind::layer: return 2 * width;
    case NormKind::none: return 0;
  }
  return 0;
}

std::uint64_t query_matrices(Decoder const& d, MlaSpec const& mla) {
  std::uint64_t const width = d.heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
  return mla.q_lora_rank == 0 ? d.hidden * width : mla.q_lora_rank * (d.hidden + width);
}

Weights latent_attention(Decoder const& d, MlaSpec const& mla) {
  std::uint64_t const down = d.hidden * (mla.kv_lora_rank + mla.qk_rope_head_dim);
  std::uint64_t const up = mla.kv_lora_rank * d.heads * (mla.qk_nope_head_dim + mla.v_head_dim);
  std::uint64_t const out = d.heads * mla.v_head_dim * d.hidden;
  std::uint64_t const down_biases = mla.q_lora_rank + mla.kv_lora_rank + mla.qk_rope_head_dim;
  return {query_matrices(d, mla) + down + up + out,
          (d.qkv_bias ? down_biases : 0) + (d.o_bias ? d.hidden : 0)};
}

Weights attention(Decoder const& d) {
  if (d.mla) return latent_attention(d, *d.mla);
  std::uint64_t const q = d.heads * d.head_dim;
  std::uint64_t const kv = 2 * d.kv_heads * d.head_dim;
  return {d.hidden * (2 * q + kv),
          (d.qkv_bias ? q + kv : 0) + (d.o_bias ? d.hidden : 0) + (d.attention_sinks ? d.heads : 0)};
}

Weights mlp(Decoder const& d, std::uint64_t width, bool bias) {
  std::uint64_t const up = d.gated_mlp ? 2 : 1;
  return {(up + 1) * d.hidden * width, bias ? up * width + d.hidden : 0};
}

std::uint64_t qk_norms(Decoder const& d) {
  // The latent vectors are normalised in their own width (RMS), whatever the other norms are.
  if (d.mla) return d.mla->q_lora_rank + d.mla->kv_lora_rank;
  switch (d.qk_norm) {
    case QkNorm::none: return 0;
    case QkNorm::head: return 2 * norm_size(d.norm, d.head_dim);
    case QkNorm::all: return norm_size(d.norm, (d.heads + d.kv_heads) * d.head_dim);
  }
  return 0;
}

std::uint64_t norms(Decoder const& d) {
  std::uint64_t const outer = (d.final_norm ? 1 : 0) + (d.embedding_norm ? 1 : 0);
  return norm_size(d.norm, d.hidden) * (d.layers * d.norms_per_layer + outer) + d.layers * qk_norms(d);
}

std::uint64_t moe_layers(Decoder const& d) { return d.moe ? d.moe->layers : 0; }
std::uint64_t dense_layers(Decoder const& d) { return d.layers - moe_layers(d); }

Weights shared_experts(Decoder const& d) {
  return d.moe ? mlp(d, d.moe->shared_intermediate, false) : Weights{};
}

Weights expert(Decoder const& d) {
  return d.moe ? mlp(d, d.moe->intermediate, d.moe->expert_bias) : Weights{};
}

Weights router(Decoder const& d) {
  if (!d.moe) return {};
  return {d.hidden * (d.moe->experts + (d.moe->shared_gate ? 1 : 0)),
          d.moe->router_bias ? d.moe->experts : 0};
}

}  // namespace

ParameterCounts count_parameters(Decoder const& d) {
  ParameterCounts counts;
  counts.embedding = (d.vocab + d.learned_positions) * d.hidden;
  counts.attention = d.layers * attention(d).all();
  counts.mlp =
      dense_layers(d) * mlp(d, d.intermediate, d.mlp_bias).all() + moe_layers(d) * shared_experts(d).all();
  counts.router = moe_layers(d) * router(d).all();
  if (d.moe) {
    counts.routed_experts = d.moe->layers * d.moe->experts * expert(d).all();
    counts.active_experts = d.moe->layers * d.moe->experts_per_token * expert(d).all();
  }
  counts.norm = norms(d);
  counts.lm_head = (d.tied_embeddings ? 0 : d.hidden * d.vocab) + (d.lm_head_bias ? d.vocab : 0);
  return counts;
}

MatrixCounts count_matrices(Decoder const& d) {
  MatrixCounts counts;
  counts.layers = d.layers * attention(d).matrices +
                  dense_layers(d) * mlp(d, d.intermediate, false).matrices +
                  moe_layers(d) * shared_experts(d).matrices;
  counts.router = moe_layers(d) * router(d).matrices;
  if (d.moe) {
    counts.routed_experts = d.moe->layers * d.moe->experts * expert(d).matrices;
    counts.active_experts = d.moe->layers * d.moe->experts_per_token * expert(d).matrices;
  }
  counts.lm_head = d.hidden * d.vocab;
  return counts;
}

}  // namespace llmprof::inline v0
