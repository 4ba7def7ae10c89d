// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/parse/config_reader.hpp"
#include "llmprof/model/model_spec.hpp"

namespace llmprof::inline v0 {

// The ways in which a config.json describes experts. Sizes that are missing are remembered in `config`.

/// Mixtral, gpt-oss, Granite: experts in every layer, as wide as `intermediate_size`.
void add_local_experts(ConfigReader& config, Decoder& decoder);

/// Qwen: experts in every `decoder_sparse_step`-th layer but those of `mlp_only_layers`.
void add_qwen_experts(ConfigReader& config, Decoder& decoder);

/// DeepSeek: shared experts; from layer `first_k_dense_replace` on. Dense if there are no `n_routed_experts`.
void add_deepseek_experts(ConfigReader& config, Decoder& decoder);

/// Llama 4: one shared expert; experts in every `interleave_moe_layer_step`-th layer.
void add_llama4_experts(ConfigReader& config, Decoder& decoder);

}  // namespace llmprof::inline v0
