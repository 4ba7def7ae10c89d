// SPDX-License-Identifier: MIT
#include "libllmprof/parse/model_families.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "libllmprof/parse/model_moe.hpp"

namespace llmprof::inline v0 {
namespace {

/// Some small ones have plain attention: they say `use_mla: false`, or have no rank.
bool has_latent_attention(ConfigReader const& config) {
  return config.flag({"use_mla"}, true) && (config.count({"kv_lora_rank"}) || !config.has("kv_lora_rank"));
}

void adjust_deepseek(ConfigReader& config, Decoder& decoder) {
  add_deepseek_experts(config, decoder);
  if (!has_latent_attention(config)) return;
  decoder.mla = {.q_lora_rank = config.count_or({"q_lora_rank"}, 0),
                 .kv_lora_rank = config.needed({"kv_lora_rank"}),
                 .qk_nope_head_dim = config.needed({"qk_nope_head_dim"}),
                 .qk_rope_head_dim = config.needed({"qk_rope_head_dim"}),
                 .v_head_dim = config.needed({"v_head_dim"})};
}

void adjust_deepseek_v3(ConfigReader& config, Decoder& decoder) {
  adjust_deepseek(config, decoder);
  if (decoder.moe) decoder.moe->router_bias = true;  // e_score_correction_bias
}

/// `attention_bias` is of queries, keys and values alone here.
void adjust_glm(ConfigReader& /*config*/, Decoder& decoder) { decoder.o_bias = false; }

void adjust_internlm2(ConfigReader& config, Decoder& decoder) {
  decoder.qkv_bias = decoder.o_bias = config.flag({"bias"}, false);
}

void adjust_glm4_moe(ConfigReader& config, Decoder& decoder) {
  decoder.qk_norm = config.flag({"use_qk_norm"}, false) ? QkNorm::head : QkNorm::none;
  decoder.o_bias = false;
  add_deepseek_experts(config, decoder);
  if (decoder.moe) decoder.moe->router_bias = true;
}

void adjust_gpt_oss(ConfigReader& config, Decoder& decoder) {
  add_local_experts(config, decoder);
  if (decoder.moe) decoder.moe->expert_bias = decoder.moe->router_bias = true;
  decoder.attention_sinks = true;
}

void adjust_qwen2_moe(ConfigReader& config, Decoder& decoder) {
  add_qwen_experts(config, decoder);
  if (!decoder.moe) return;
  decoder.moe->shared_intermediate = config.needed({"shared_expert_intermediate_size"});
  decoder.moe->shared_gate = true;
}

/// Attention and MLP of such a layer begin at the same norm.
void adjust_parallel_residual(ConfigReader& config, Decoder& decoder) {
  if (config.flag({"use_parallel_residual"}, false)) decoder.norms_per_layer = 1;
}

void adjust_stablelm(ConfigReader& config, Decoder& decoder) {
  adjust_parallel_residual(config, decoder);
  if (config.flag({"qk_layernorm"}, false)) {
    config.node().fail("stablelm with qk_layernorm is not known; write the sizes into a model.yaml");
  }
}

void adjust_cohere(ConfigReader& config, Decoder& decoder) {
  if (config.flag({"use_qk_norm"}, false)) decoder.qk_norm = QkNorm::all;
}

void adjust_falcon(ConfigReader& config, Decoder& decoder) {
  decoder.qkv_bias = decoder.o_bias = decoder.mlp_bias = config.flag({"bias"}, false);
  bool const is_new = config.flag({"new_decoder_architecture"}, false);
  bool const parallel = config.flag({"parallel_attn"}, true);
  if (!is_new) decoder.kv_heads = config.flag({"multi_query"}, true) ? 1 : decoder.heads;
  decoder.norms_per_layer = is_new ? config.count_or({"num_ln_in_parallel_attn"}, 2) : (parallel ? 1 : 2);
}

void adjust_bigcode(ConfigReader& config, Decoder& decoder) {
  decoder.kv_heads = config.flag({"multi_query"}, true) ? 1 : decoder.heads;
}

void adjust_opt(ConfigReader& config, Decoder& decoder) {
  decoder.learned_positions += 2;  // the table begins two rows late
  if (config.count_or({"word_embed_proj_dim"}, decoder.hidden) != decoder.hidden) {
    config.node().fail(
        "opt with word_embed_proj_dim other than hidden_size is not known; write a model.yaml "
        "with its number of parameters");
  }
  if (!config.flag({"do_layer_norm_before"}, true)) decoder.final_norm = false;
}

void adjust_mpt(ConfigReader& config, Decoder& decoder) {
  decoder.intermediate = decoder.hidden * config.count_or({"expansion_ratio"}, 4);
  if (!config.flag({"no_bias"}, true)) {
    decoder.norm = NormKind::layer;
    decoder.qkv_bias = decoder.o_bias = decoder.mlp_bias = true;
  }
  auto const attention = config.find({"attn_config"});
  if (!attention) return;
  ConfigReader const inner(*attention);
  decoder.kv_heads = inner.count_or({"kv_n_heads"}, decoder.kv_heads);
}

void adjust_chatglm(ConfigReader& config, Decoder& decoder) {
  decoder.kv_heads = config.flag({"multi_query_attention"}, false) ? config.needed({"multi_query_group_num"})
                                                                   : decoder.heads;
  decoder.head_dim = config.count_or({"kv_channels"}, decoder.head_dim);
  bool const all = config.flag({"add_bias_linear"}, false);
  decoder.qkv_bias = all || config.flag({"add_qkv_bias"}, false);
  decoder.o_bias = decoder.mlp_bias = all;
}

constexpr auto layer = NormKind::layer;
constexpr auto no_bias = NormKind::layer_no_bias;

constexpr DefaultSizes llama_7b{32, 4096, 32, 32, 128, 11008, 32000};
constexpr DefaultSizes mistral_7b{32, 4096, 32, 8, 128, 14336, 32000};
constexpr DefaultSizes gemma3_4b{26, 2304, 8, 4, 256, 9216, 262208};

// Those that the parameter counts of tests/parse/model_parameters_tests.cpp prove, and their kin. `qkv_bias`
// and its like are what the code does where config.json has no say.
constexpr auto families = std::to_array<ModelFamily>({
    {.model_type = "llama", .defaults = &llama_7b},
    {.model_type = "mistral", .window = WindowRule::all, .defaults = &mistral_7b},
    {.model_type = "mixtral", .window = WindowRule::all, .adjust = add_local_experts},
    {.model_type = "qwen2", .qkv_bias = true, .window = WindowRule::qwen},
    {.model_type = "qwen2_vl", .qkv_bias = true, .window = WindowRule::qwen},
    {.model_type = "qwen2_vl_text", .qkv_bias = true, .window = WindowRule::qwen},
    {.model_type = "qwen2_5_vl", .qkv_bias = true, .window = WindowRule::qwen},
    {.model_type = "qwen2_5_vl_text", .qkv_bias = true, .window = WindowRule::qwen},
    {.model_type = "qwen2_moe", .qkv_bias = true, .window = WindowRule::qwen, .adjust = adjust_qwen2_moe},
    {.model_type = "qwen3", .qk_norm = QkNorm::head, .window = WindowRule::qwen},
    {.model_type = "qwen3_vl_text", .qk_norm = QkNorm::head, .window = WindowRule::qwen},
    {.model_type = "qwen3_moe",
     .qk_norm = QkNorm::head,
     .window = WindowRule::qwen,
     .adjust = add_qwen_experts},
    {.model_type = "gemma", .tied_embeddings = true},
    {.model_type = "gemma2", .norms_per_layer = 4, .tied_embeddings = true, .window = WindowRule::listed},
    {.model_type = "gemma3_text",
     .norms_per_layer = 4,
     .qk_norm = QkNorm::head,
     .tied_embeddings = true,
     .window = WindowRule::listed,
     .window_period = 6,
     .defaults = &gemma3_4b},
    {.model_type = "phi",
     .norm = layer,
     .norms_per_layer = 1,
     .gated_mlp = false,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true,
     .lm_head_bias = true},
    {.model_type = "phi3", .window = WindowRule::all},
    {.model_type = "gpt2",
     .norm = layer,
     .gated_mlp = false,
     .tied_embeddings = true,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true,
     .learned_positions = true},
    {.model_type = "gpt_bigcode",
     .norm = layer,
     .gated_mlp = false,
     .tied_embeddings = true,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true,
     .learned_positions = true,
     .adjust = adjust_bigcode},
    {.model_type = "gptj",
     .norm = layer,
     .norms_per_layer = 1,
     .gated_mlp = false,
     .mlp_bias = true,
     .lm_head_bias = true},
    {.model_type = "gpt_neox",
     .norm = layer,
     .gated_mlp = false,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true},
    {.model_type = "opt",
     .norm = layer,
     .gated_mlp = false,
     .tied_embeddings = true,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true,
     .learned_positions = true,
     .adjust = adjust_opt},
    {.model_type = "bloom",
     .norm = layer,
     .gated_mlp = false,
     .tied_embeddings = true,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true,
     .embedding_norm = true},
    {.model_type = "mpt", .norm = no_bias, .gated_mlp = false, .tied_embeddings = true, .adjust = adjust_mpt},
    {.model_type = "falcon",
     .norm = layer,
     .gated_mlp = false,
     .tied_embeddings = true,
     .adjust = adjust_falcon},
    {.model_type = "starcoder2",
     .norm = layer,
     .gated_mlp = false,
     .tied_embeddings = true,
     .qkv_bias = true,
     .o_bias = true,
     .mlp_bias = true,
     .window = WindowRule::all},
    {.model_type = "stablelm", .norm = layer, .adjust = adjust_stablelm},
    {.model_type = "cohere",
     .norm = no_bias,
     .norms_per_layer = 1,
     .tied_embeddings = true,
     .adjust = adjust_cohere},
    {.model_type = "cohere2",
     .norm = no_bias,
     .norms_per_layer = 1,
     .tied_embeddings = true,
     .window = WindowRule::listed,
     .window_period = 4},
    {.model_type = "olmo", .norm = NormKind::none},
    {.model_type = "olmo2", .qk_norm = QkNorm::all},
    {.model_type = "granite"},
    {.model_type = "granitemoe", .adjust = add_local_experts},
    {.model_type = "internlm2", .adjust = adjust_internlm2},
    {.model_type = "baichuan"},
    {.model_type = "exaone"},
    {.model_type = "glm", .adjust = adjust_glm},
    {.model_type = "glm4", .norms_per_layer = 4, .adjust = adjust_glm},
    {.model_type = "glm4_moe", .adjust = adjust_glm4_moe},
    {.model_type = "chatglm", .adjust = adjust_chatglm},
    {.model_type = "deepseek_v2", .adjust = adjust_deepseek},
    {.model_type = "deepseek_v3", .adjust = adjust_deepseek_v3},
    {.model_type = "kimi_k2", .adjust = adjust_deepseek_v3},
    {.model_type = "gpt_oss",
     .qkv_bias = true,
     .o_bias = true,
     .window = WindowRule::listed,
     .adjust = adjust_gpt_oss},
    {.model_type = "llama4_text", .adjust = add_llama4_experts},
});

struct Unfit {
  std::string_view model_type;
  std::string_view why;
};

constexpr std::string_view state_space = "it has state space layers";
constexpr std::string_view two_parts = "it has an encoder and a decoder";
constexpr std::string_view linear = "it has layers of linear attention";

constexpr auto unfit_models = std::to_array<Unfit>({
    {"mamba", state_space},
    {"mamba2", state_space},
    {"falcon_mamba", state_space},
    {"jamba", state_space},
    {"zamba", state_space},
    {"zamba2", state_space},
    {"bamba", state_space},
    {"falcon_h1", state_space},
    {"nemotron_h", state_space},
    {"granitemoehybrid", state_space},
    {"recurrent_gemma", linear},
    {"rwkv", linear},
    {"qwen3_next", linear},
    {"minimax", linear},
    {"lfm2", "it has layers of convolution"},
    {"t5", two_parts},
    {"mt5", two_parts},
    {"bart", two_parts},
    {"whisper", two_parts},
    {"bert", "it is an encoder"},
    {"roberta", "it is an encoder"},
});

}  // namespace

ModelFamily const* find_family(std::string_view model_type) noexcept {
  auto const* const found = std::find_if(families.begin(), families.end(),
                                         [&](auto const& family) { return family.model_type == model_type; });
  return found == families.end() ? nullptr : found;
}

std::string_view unfit_model(std::string_view model_type) noexcept {
  auto const* const found = std::find_if(unfit_models.begin(), unfit_models.end(),
                                         [&](auto const& unfit) { return unfit.model_type == model_type; });
  return found == unfit_models.end() ? std::string_view() : found->why;
}

}  // namespace llmprof::inline v0
