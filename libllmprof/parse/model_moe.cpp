// SPDX-License-Identifier: MIT
#include "libllmprof/parse/model_moe.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

/// Layers of which `is_moe(layer)` holds.
template <class IsMoe>
std::uint64_t count_layers(Decoder const& decoder, IsMoe const& is_moe) {
  std::uint64_t layers = 0;
  // A file may claim any number of layers; the sizes are checked later.
  for (std::uint64_t i = 0, end = std::min<std::uint64_t>(decoder.layers, 1U << 16U); i < end; ++i)
    if (is_moe(i)) ++layers;
  return layers;
}

std::uint64_t at_least_one(std::uint64_t step) { return std::max<std::uint64_t>(step, 1); }

std::vector<std::uint64_t> layer_list(ConfigReader const& config, std::string_view key) {
  std::vector<std::uint64_t> layers;
  if (auto const list = config.find({key}))
    for_each(*list, [&](JsonNode const& item) { layers.push_back(item.count()); });
  return layers;
}

std::uint64_t qwen_layers(ConfigReader const& config, Decoder const& decoder) {
  auto const dense = layer_list(config, "mlp_only_layers");
  std::uint64_t const step = at_least_one(config.count_or({"decoder_sparse_step"}, 1));
  return count_layers(decoder, [&](std::uint64_t i) {
    return (i + 1) % step == 0 && std::find(dense.begin(), dense.end(), i) == dense.end();
  });
}

}  // namespace

void add_local_experts(ConfigReader& config, Decoder& decoder) {
  decoder.moe = {.experts = config.needed({"num_local_experts", "num_experts"}),
                 .experts_per_token = config.needed({"num_experts_per_tok", "experts_per_token"}),
                 .intermediate = decoder.intermediate,
                 .layers = decoder.layers};
}

void add_qwen_experts(ConfigReader& config, Decoder& decoder) {
  decoder.moe = {.experts = config.needed({"num_experts", "num_local_experts"}),
                 .experts_per_token = config.needed({"num_experts_per_tok"}),
                 .intermediate = config.needed({"moe_intermediate_size"}),
                 .layers = qwen_layers(config, decoder)};
}

void add_deepseek_experts(ConfigReader& config, Decoder& decoder) {
  if (!config.count({"n_routed_experts"})) return;
  std::uint64_t const width = config.needed({"moe_intermediate_size"});
  std::uint64_t const first = config.count_or({"first_k_dense_replace"}, 0);
  std::uint64_t const step = at_least_one(config.count_or({"moe_layer_freq"}, 1));
  decoder.moe = {
      .experts = config.needed({"n_routed_experts"}),
      .experts_per_token = config.needed({"num_experts_per_tok"}),
      .intermediate = width,
      .shared_intermediate = width * config.count_or({"n_shared_experts"}, 0),
      .layers = count_layers(decoder, [&](std::uint64_t i) { return i >= first && i % step == 0; })};
}

void add_llama4_experts(ConfigReader& config, Decoder& decoder) {
  std::uint64_t const width = decoder.intermediate;
  std::uint64_t const step = at_least_one(config.count_or({"interleave_moe_layer_step"}, 1));
  decoder.intermediate = config.count_or({"intermediate_size_mlp"}, width);
  decoder.moe = {.experts = config.needed({"num_local_experts"}),
                 .experts_per_token = config.needed({"num_experts_per_tok"}),
                 .intermediate = width,
                 .shared_intermediate = width,
                 .layers = count_layers(decoder, [&](std::uint64_t i) { return (i + 1) % step == 0; })};
}

}  // namespace llmprof::inline v0
