// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/data_type.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

enum class NormKind : std::uint8_t {
  rms,            ///< A weight for each element.
  layer,          ///< LayerNorm: a weight and a bias for each element.
  layer_no_bias,  ///< LayerNorm with weights alone.
  none,           ///< Nothing that is learned (OLMo).
};

/// What queries and keys are normalised over before they meet.
enum class QkNorm : std::uint8_t {
  none,
  head,  ///< Over one head, with the same weights for every head (Qwen3, Gemma 3).
  all,   ///< Weights for each element of every head (OLMo 2, Cohere).
};

enum class AttentionKind : std::uint8_t {
  mha,  ///< Keys and values of its own for every head.
  gqa,  ///< Heads share keys and values in groups.
  mqa,  ///< All heads share one.
  mla,  ///< Keys and values are compressed into one latent vector (DeepSeek).
};

/// `MHA`, `GQA`, `MQA`, `MLA`.
[[nodiscard]] std::string_view to_string(AttentionKind kind) noexcept;

/// Mixture of experts. The layers that are none have an MLP of Decoder::intermediate.
struct MoeSpec {
  std::uint64_t experts = 0;              ///< Routed ones, in each such layer.
  std::uint64_t experts_per_token = 0;    ///< Of the routed ones.
  std::uint64_t intermediate = 0;         ///< Width of one routed expert.
  std::uint64_t shared_intermediate = 0;  ///< Width of what every token goes through, all together; 0: none.
  std::uint64_t layers = 0;               ///< How many layers have experts.
  bool expert_bias = false;
  bool router_bias = false;  ///< A bias, or a correction, for each expert.
  bool shared_gate = false;  ///< A learned gate of the shared experts (Qwen2-MoE).

  friend bool operator==(MoeSpec const&, MoeSpec const&) = default;
};

/// Multi-head latent attention, as in DeepSeek-V2 (arXiv 2405.04434, section 2.1).
struct MlaSpec {
  std::uint64_t q_lora_rank = 0;  ///< 0: queries are not compressed.
  std::uint64_t kv_lora_rank = 0;
  std::uint64_t qk_nope_head_dim = 0;
  std::uint64_t qk_rope_head_dim = 0;
  std::uint64_t v_head_dim = 0;

  friend bool operator==(MlaSpec const&, MlaSpec const&) = default;
};

/// A window of attention: a token sees `tokens` tokens, itself among them, in `layers` of the layers.
struct WindowSpec {
  std::uint64_t tokens = 0;
  std::uint64_t layers = 0;

  friend bool operator==(WindowSpec const&, WindowSpec const&) = default;
};

/// The sizes of a decoder-only transformer, with all that its number of parameters depends on.
struct Decoder {
  std::uint64_t layers = 0;
  std::uint64_t hidden = 0;  ///< Width of the residual stream.
  std::uint64_t heads = 0;
  std::uint64_t kv_heads = 0;
  std::uint64_t head_dim = 0;
  std::uint64_t intermediate = 0;  ///< Width of the MLP; of the dense layers where there are experts.
  std::uint64_t vocab = 0;
  bool gated_mlp = true;         ///< Three matrices (SwiGLU, GeGLU) and not two.
  bool tied_embeddings = false;  ///< lm_head is the table of token embeddings.

  NormKind norm = NormKind::rms;
  std::uint64_t norms_per_layer = 2;  ///< Over the residual stream.
  bool final_norm = true;
  bool embedding_norm = false;
  QkNorm qk_norm = QkNorm::none;

  bool qkv_bias = false;
  bool o_bias = false;
  bool mlp_bias = false;
  bool lm_head_bias = false;
  bool attention_sinks = false;           ///< A learned number for each head (gpt-oss).
  std::uint64_t learned_positions = 0;    ///< Rows of the table of positions; 0: there is none.
  std::optional<WindowSpec> window = {};  ///< Absent: every layer attends to all.
  std::optional<MoeSpec> moe = {};
  std::optional<MlaSpec> mla = {};

  [[nodiscard]] AttentionKind attention_kind() const noexcept;

  friend bool operator==(Decoder const&, Decoder const&) = default;
};

/// Which matrices are quantised; embeddings, lm_head, norms, biases and routers are not.
enum class QuantisedPart : std::uint8_t {
  layers,   ///< All other matrices of the layers.
  experts,  ///< Those of the routed experts alone (gpt-oss).
};

/// How weights are packed.
struct Quantisation {
  std::string method;                     ///< `gptq`, `awq`, `fp8`, ... as the file says.
  std::optional<double> bits_per_weight;  ///< Scales and zero points shared out over the weights; absent for
                                          ///< a method that llmprof does not know.
  QuantisedPart part = QuantisedPart::layers;

  friend bool operator==(Quantisation const&, Quantisation const&) = default;
};

/// A model, as far as costs of inference depend on it: what its files say, and how it is spread over GPUs.
struct ModelSpec {
  std::string name;     ///< Empty if the file does not say.
  std::string variant;  ///< `model_type` of a config.json, or what a model.yaml says.
  std::string source;   ///< The file.

  std::optional<std::uint64_t> parameters;         ///< As a model.yaml states it.
  std::optional<std::uint64_t> active_parameters;  ///< The same, of one token.
  std::optional<Decoder> decoder;                  ///< Absent: only the numbers of parameters are known.

  std::optional<DataType> dtype;  ///< Of weights that are not quantised, and of activations.
  std::optional<Quantisation> quantisation;
  std::optional<DataType> compute;   ///< What quantised matrices are multiplied as; absent: as `dtype`.
  std::optional<DataType> kv_dtype;  ///< Of the KV cache; absent: as `dtype`.

  std::uint64_t tensor_parallel = 1;    ///< Each layer is split over so many GPUs.
  std::uint64_t pipeline_parallel = 1;  ///< The layers are dealt out to so many groups of GPUs.

  Diagnostics diagnostics;  ///< What had to be assumed.

  /// GPUs that hold one copy of the model.
  [[nodiscard]] std::uint64_t devices() const noexcept { return tensor_parallel * pipeline_parallel; }
  /// The type whose peak bounds the matrix products. Absent if no type is known.
  [[nodiscard]] std::optional<DataType> compute_type() const noexcept { return compute ? compute : dtype; }
  /// Absent if no type is known.
  [[nodiscard]] std::optional<DataType> kv_type() const noexcept { return kv_dtype ? kv_dtype : dtype; }
};

}  // namespace v0
}  // namespace llmprof
