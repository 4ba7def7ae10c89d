// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mini {

using Token = std::uint32_t;

/// The shape of a decoder-only transformer of the Llama family.
struct Config {
  std::size_t layers = 4;
  std::size_t hidden = 256;
  std::size_t heads = 8;
  std::size_t kv_heads = 4;  ///< Each serves `heads / kv_heads` heads (grouped-query attention).
  std::size_t vocab = 1024;

  std::size_t head_size() const { return hidden / heads; }
  std::size_t kv_size() const { return kv_heads * head_size(); }
  std::size_t mlp_size() const { return (hidden * 8 / 3 + 31) / 32 * 32; }
};

/// A matrix holds one row per output.
using Tensor = std::vector<float>;

struct LayerWeights {
  Tensor attention_norm;  ///< [hidden]
  Tensor query;           ///< [hidden, hidden]
  Tensor key;             ///< [kv_size, hidden]
  Tensor value;           ///< [kv_size, hidden]
  Tensor attention_out;   ///< [hidden, hidden]
  Tensor mlp_norm;        ///< [hidden]
  Tensor gate;            ///< [mlp_size, hidden]
  Tensor up;              ///< [mlp_size, hidden]
  Tensor down;            ///< [hidden, mlp_size]
};

struct Model {
  Config config;
  Tensor embedding;  ///< [vocab, hidden]
  std::vector<LayerWeights> layers;
  Tensor final_norm;  ///< [hidden]
  Tensor output;      ///< [vocab, hidden]
};

inline constexpr float norm_epsilon = 1e-5f;
inline constexpr float rope_base = 10000.0f;

/// Random weights, the same ones for the same seed.
///
/// @throws std::invalid_argument if the heads do not divide the hidden size into even parts, or the key-value
///         heads do not divide the heads, or a size is zero.
Model make_model(Config const& config, std::uint64_t seed);

}  // namespace mini
