// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "libllmprof/parse/config_reader.hpp"
#include "llmprof/model/model_spec.hpp"

namespace llmprof::inline v0 {

/// Which layers have the window of attention that a config.json gives.
enum class WindowRule : std::uint8_t {
  none,    ///< None, whatever the file says.
  all,     ///< Every one.
  listed,  ///< Those that `layer_types` calls `sliding_attention`; without it as its period says.
  qwen,    ///< If `use_sliding_window`, those from `max_window_layers` on.
};

/// Sizes of a decoder inside a multimodal model, whose config.json leaves out what is as in the code.
struct DefaultSizes {
  std::uint64_t layers;
  std::uint64_t hidden;
  std::uint64_t heads;
  std::uint64_t kv_heads;
  std::uint64_t head_dim;
  std::uint64_t intermediate;
  std::uint64_t vocab;
};

/// What a `model_type` means beyond the sizes: its code in Hugging Face transformers.
struct ModelFamily {
  std::string_view model_type;
  NormKind norm = NormKind::rms;
  std::uint64_t norms_per_layer = 2;
  QkNorm qk_norm = QkNorm::none;
  bool gated_mlp = true;
  bool tied_embeddings = false;  ///< Where the file does not say.
  /// Where the file does not say.
  bool qkv_bias = false;
  bool o_bias = false;
  bool mlp_bias = false;
  bool lm_head_bias = false;
  bool embedding_norm = false;
  bool learned_positions = false;
  WindowRule window = WindowRule::none;
  std::uint64_t window_period = 2;  ///< Of `listed`: the last of each group of so many layers sees all.
  DefaultSizes const* defaults = nullptr;  ///< Null: all sizes are always in the file.
  /// What is left over; may be null.
  void (*adjust)(ConfigReader& config, Decoder& decoder) = nullptr;
};

/// Null for a type that is not known.
[[nodiscard]] ModelFamily const* find_family(std::string_view model_type) noexcept;

/// Why the formulas do not fit models of this type; empty if they may.
[[nodiscard]] std::string_view unfit_model(std::string_view model_type) noexcept;

}  // namespace llmprof::inline v0
