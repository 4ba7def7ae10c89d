// SPDX-License-Identifier: MIT
#include "libllmprof/parse/decoder_check.hpp"

#include <array>
#include <string_view>

namespace llmprof::inline v0 {
namespace {

struct Bound {
  std::string_view name;
  std::uint64_t value;
  std::uint64_t least;
  std::uint64_t most;
};

// Far above any model, and low enough for sums of parameters to fit: 2^12 layers x 3 x 2^20 x 2^26.
constexpr std::uint64_t most_layers = 1U << 12U;
constexpr std::uint64_t most_width = 1U << 20U;
constexpr std::uint64_t most_mlp = 1U << 26U;

std::string out_of_bounds(Bound const& bound) {
  if (bound.value >= bound.least && bound.value <= bound.most) return {};
  return std::string(bound.name) + " is " + std::to_string(bound.value) + "; expected " +
         std::to_string(bound.least) + " to " + std::to_string(bound.most);
}

template <std::size_t size>
std::string first_out_of_bounds(std::array<Bound, size> const& bounds) {
  for (Bound const& bound : bounds)
    if (auto why = out_of_bounds(bound); !why.empty()) return why;
  return {};
}

std::string why_impossible(MoeSpec const& moe, std::uint64_t layers) {
  std::string why = first_out_of_bounds(std::to_array<Bound>({
      {"the number of experts", moe.experts, 1, 1U << 16U},
      {"the number of experts per token", moe.experts_per_token, 1, moe.experts},
      {"the width of an expert", moe.intermediate, 1, most_width},
      {"the width of the shared experts", moe.shared_intermediate, 0, most_mlp},
      {"the number of layers with experts", moe.layers, 0, layers},
  }));
  if (why.empty() && moe.experts * moe.intermediate > most_mlp) why = "the experts are too wide altogether";
  return why;
}

std::string why_impossible(MlaSpec const& mla) {
  return first_out_of_bounds(std::to_array<Bound>({
      {"q_lora_rank", mla.q_lora_rank, 0, most_width},
      {"kv_lora_rank", mla.kv_lora_rank, 1, most_width},
      {"qk_nope_head_dim", mla.qk_nope_head_dim, 1, 1U << 12U},
      {"qk_rope_head_dim", mla.qk_rope_head_dim, 0, 1U << 12U},
      {"v_head_dim", mla.v_head_dim, 1, 1U << 12U},
  }));
}

std::string why_heads_impossible(Decoder const& d) {
  if (d.heads % d.kv_heads == 0) return {};
  return "heads (" + std::to_string(d.heads) + ") are no multiple of kv_heads (" +
         std::to_string(d.kv_heads) + ")";
}

}  // namespace

std::string why_impossible(Decoder const& d) {
  std::string why = first_out_of_bounds(std::to_array<Bound>({
      {"the number of layers", d.layers, 1, most_layers},
      {"the hidden size", d.hidden, 1, most_width},
      {"the number of heads", d.heads, 1, 1U << 12U},
      {"the number of KV heads", d.kv_heads, 1, d.heads},
      {"head_dim", d.head_dim, 1, 1U << 12U},
      {"the width of the MLP", d.intermediate, 1, most_mlp},
      {"the size of the vocabulary", d.vocab, 1, 1U << 26U},
      {"the number of norms of a layer", d.norms_per_layer, 0, 16},
      {"the number of positions", d.learned_positions, 0, 1U << 26U},
  }));
  if (why.empty() && d.window) {
    why = first_out_of_bounds(
        std::to_array<Bound>({{"the window of attention", d.window->tokens, 1, 1U << 30U},
                              {"the number of layers with a window", d.window->layers, 0, d.layers}}));
  }
  if (why.empty()) why = why_heads_impossible(d);
  if (why.empty() && d.moe) why = why_impossible(*d.moe, d.layers);
  if (why.empty() && d.mla) why = why_impossible(*d.mla);
  return why;
}

}  // namespace llmprof::inline v0
