// SPDX-License-Identifier: MIT
#include "llmprof/analyze/model_costs.hpp"

#include <algorithm>
#include <cmath>

#include "libllmprof/analyze/weight_sizes.hpp"
#include "llmprof/analyze/model_parameters.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr char const* no_sizes = "the model's sizes are not known, only its number of parameters";
constexpr char const* no_parameters = "the model's number of parameters is not known";

double real(std::uint64_t value) { return static_cast<double>(value); }

/// Layers with and without a window, and how far the former see.
struct Reach {
  double full_layers;
  double window_layers;
  double window;
};

Reach reach_of(Decoder const& d) {
  if (!d.window) return {real(d.layers), 0, 0};
  return {real(d.layers - d.window->layers), real(d.window->layers), real(d.window->tokens)};
}

/// Elements that are multiplied for one token that meets one other, in one layer and all heads: with the key,
/// and with the value.
double pair_elements(Decoder const& d) {
  return d.mla ? real(d.heads * (d.mla->qk_nope_head_dim + d.mla->qk_rope_head_dim + d.mla->v_head_dim))
               : real(2 * d.heads * d.head_dim);
}

/// The same for a token whose keys stay compressed (decode of MLA): queries go into the latent space instead.
double cached_pair_elements(Decoder const& d) {
  return d.mla ? real(d.heads * (2 * d.mla->kv_lora_rank + d.mla->qk_rope_head_dim)) : pair_elements(d);
}

/// Sum of min(first + i, limit) over i = 0 .. n-1: pairs of n tokens with all before them.
double pairs_up_to(double first, double n, double limit) {
  double const rising = std::clamp(limit - first, 0.0, n);  // tokens that still see everything
  return rising * first + rising * (rising - 1) / 2 + (n - rising) * limit;
}

/// Pairs of new tokens and tokens that they see, summed over layers.
double prefill_pairs(Decoder const& d, PrefillShape const& shape) {
  Reach const reach = reach_of(d);
  double const first = real(shape.cached) + 1;
  double const n = real(shape.tokens);
  double const all = n * first + n * (n - 1) / 2;
  return reach.full_layers * all + reach.window_layers * pairs_up_to(first, n, reach.window);
}

double decode_pairs(Decoder const& d, double context) {
  Reach const reach = reach_of(d);
  return reach.full_layers * context + reach.window_layers * std::min(context, reach.window);
}

Figure kv_bytes(ModelSpec const& spec, double token_layers) {
  if (!spec.decoder) return Figure::absent(no_sizes);
  auto const type = spec.kv_type();
  if (!type) return Figure::absent("the data type of the KV cache is not known");
  Decoder const& d = *spec.decoder;
  double const elements =
      d.mla ? real(d.mla->kv_lora_rank + d.mla->qk_rope_head_dim) : real(2 * d.kv_heads * d.head_dim);
  return elements * bits_of(*type) / 8 * token_layers;
}

double distinct_experts(MoeSpec const& moe, double tokens) {
  double const missed = 1 - real(moe.experts_per_token) / real(moe.experts);
  return real(moe.experts) * (1 - std::pow(missed, tokens));
}

/// Without sizes only one token's weights are known of a model with experts.
Figure stated_weight_bytes(ModelSpec const& spec, double tokens) {
  if (!spec.parameters) return Figure::absent(no_parameters);
  auto const bits = weight_bits(spec);
  if (!bits) return bits;
  bool const all = !spec.active_parameters || *spec.active_parameters == *spec.parameters;
  if (!all && tokens > 1)
    return Figure::absent("how many experts several tokens meet needs their number (moe.experts)");
  return real(all ? *spec.parameters : *spec.active_parameters) * *bits / 8;
}

Figure read_weight_bytes(ModelSpec const& spec, double tokens, double logits_tokens) {
  if (!spec.decoder) return stated_weight_bytes(spec, tokens);
  auto const sizes = weight_sizes(spec);
  if (!sizes.reason.empty()) return Figure::absent(sizes.reason);
  Decoder const& d = *spec.decoder;
  double const experts =
      d.moe ? sizes.one_expert * real(d.moe->layers) * distinct_experts(*d.moe, tokens) : 0;
  double const rows = tokens * sizes.embedding_row * (d.learned_positions > 0 ? 2 : 1);
  return sizes.layers + experts + (logits_tokens > 0 ? sizes.lm_head : 0) + std::min(rows, sizes.embedding);
}

/// Of matrix products: each element is multiplied and added once for a token.
Figure matrix_flops(ModelSpec const& spec, double tokens, double logits_tokens) {
  if (!spec.decoder) {
    auto const parameters = active_parameters(spec);
    return parameters ? Figure(2 * *parameters * tokens) : parameters;
  }
  MatrixCounts const counts = count_matrices(*spec.decoder);
  return 2 * (real(counts.active()) * tokens + real(counts.lm_head) * logits_tokens);
}

Figure with_attention(Figure const& matrices, double attention) {
  return matrices ? Figure(*matrices + attention) : matrices;
}

Figure divided(Figure const& figure, double by) { return figure ? Figure(*figure / by) : figure; }

/// GPUs of one layer that each have another part of the KV cache.
double kv_parts(ModelSpec const& spec) {
  if (!spec.decoder) return real(spec.tensor_parallel);
  return spec.decoder->mla ? 1 : real(std::min(spec.tensor_parallel, spec.decoder->kv_heads));
}

}  // namespace

Figure StepCosts::bytes() const {
  if (!weight_bytes) return weight_bytes;
  return kv_bytes ? Figure(*weight_bytes + *kv_bytes) : kv_bytes;
}

StepCosts prefill_costs(ModelSpec const& spec, PrefillShape const& shape) {
  double const sequences = real(shape.sequences);
  double const tokens = sequences * real(shape.tokens);
  double const logits = sequences * real(std::min(shape.logits_tokens, shape.tokens));
  double const pairs = spec.decoder ? sequences * prefill_pairs(*spec.decoder, shape) : 0;
  double const elements = spec.decoder ? pair_elements(*spec.decoder) : 0;
  double const layers = spec.decoder ? real(spec.decoder->layers) : 0;
  return {.flops = with_attention(matrix_flops(spec, tokens, logits), 2 * elements * pairs),
          .weight_bytes = read_weight_bytes(spec, tokens, logits),
          .kv_bytes = kv_bytes(spec, tokens * layers)};
}

StepCosts decode_costs(ModelSpec const& spec, DecodeShape const& shape) {
  double const pairs = spec.decoder ? shape.sequences * decode_pairs(*spec.decoder, shape.context) : 0;
  double const elements = spec.decoder ? cached_pair_elements(*spec.decoder) : 0;
  return {.flops = with_attention(matrix_flops(spec, shape.sequences, shape.sequences), 2 * elements * pairs),
          .weight_bytes = read_weight_bytes(spec, shape.sequences, shape.sequences),
          .kv_bytes = kv_bytes(spec, pairs)};
}

StepCosts per_device(StepCosts const& costs, ModelSpec const& spec) {
  return {.flops = divided(costs.flops, real(spec.devices())),
          .weight_bytes = divided(costs.weight_bytes, real(spec.devices())),
          .kv_bytes = divided(costs.kv_bytes, kv_parts(spec) * real(spec.pipeline_parallel))};
}

Figure total_parameters(ModelSpec const& spec) {
  if (spec.decoder) return real(count_parameters(*spec.decoder).total());
  return spec.parameters ? Figure(real(*spec.parameters)) : Figure::absent(no_parameters);
}

Figure active_parameters(ModelSpec const& spec) {
  if (spec.decoder) return real(count_parameters(*spec.decoder).active());
  return spec.active_parameters ? Figure(real(*spec.active_parameters)) : total_parameters(spec);
}

Figure model_bytes(ModelSpec const& spec) {
  if (!spec.decoder) {
    auto const parameters = total_parameters(spec);
    auto const bits = weight_bits(spec);
    if (!parameters) return parameters;
    return bits ? Figure(*parameters * *bits / 8) : bits;
  }
  auto const sizes = weight_sizes(spec);
  if (!sizes.reason.empty()) return Figure::absent(sizes.reason);
  auto const& moe = spec.decoder->moe;
  double const experts = moe ? sizes.one_expert * real(moe->layers * moe->experts) : 0;
  return sizes.layers + experts + sizes.embedding + sizes.own_lm_head;
}

Figure kv_bytes_per_token(ModelSpec const& spec) {
  return kv_bytes(spec, spec.decoder ? real(spec.decoder->layers) : 0);
}

Figure experts_met(ModelSpec const& spec, double tokens) {
  if (!spec.decoder) return Figure::absent(no_sizes);
  if (!spec.decoder->moe) return Figure::absent("the model has no experts");
  return distinct_experts(*spec.decoder->moe, tokens);
}

}  // namespace llmprof::inline v0
