// SPDX-License-Identifier: MIT
#include "model.hpp"

#include <cmath>
#include <stdexcept>

#include "random.hpp"

namespace mini {

namespace {

void check(Config const& config) {
  if (config.layers == 0 || config.hidden == 0 || config.heads == 0 || config.kv_heads == 0 ||
      config.vocab == 0) {
    throw std::invalid_argument("every size of the model must be at least 1");
  }
  // Rotary positions turn pairs of channels.
  if (config.hidden % (2 * config.heads) != 0) {
    throw std::invalid_argument("the hidden size must be a multiple of twice the number of heads");
  }
  if (config.heads % config.kv_heads != 0) {
    throw std::invalid_argument("the number of heads must be a multiple of that of the key-value heads");
  }
}

class WeightMaker {
 public:
  explicit WeightMaker(std::uint64_t seed) : seed_(seed) {}

  // Scaled so that the outputs vary as much as the inputs.
  Tensor matrix(std::size_t outputs, std::size_t inputs) {
    return random(outputs * inputs, std::sqrt(3.0f / static_cast<float>(inputs)));
  }

  Tensor random(std::size_t size, float limit) {
    std::uint64_t const tensor = hash(seed_, ++tensors_);
    Tensor values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = (2.0f * uniform(hash(tensor + i)) - 1.0f) * limit;
    return values;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t tensors_ = 0;
};

LayerWeights make_layer(Config const& config, WeightMaker& weights) {
  LayerWeights layer;
  layer.attention_norm = Tensor(config.hidden, 1.0f);
  layer.query = weights.matrix(config.hidden, config.hidden);
  layer.key = weights.matrix(config.kv_size(), config.hidden);
  layer.value = weights.matrix(config.kv_size(), config.hidden);
  layer.attention_out = weights.matrix(config.hidden, config.hidden);
  layer.mlp_norm = Tensor(config.hidden, 1.0f);
  layer.gate = weights.matrix(config.mlp_size(), config.hidden);
  layer.up = weights.matrix(config.mlp_size(), config.hidden);
  layer.down = weights.matrix(config.hidden, config.mlp_size());
  return layer;
}

}  // namespace

Model make_model(Config const& config, std::uint64_t seed) {
  check(config);
  WeightMaker weights{seed};
  Model model;
  model.config = config;
  model.embedding = weights.random(config.vocab * config.hidden, 1.0f);
  for (std::size_t i = 0; i < config.layers; ++i) model.layers.push_back(make_layer(config, weights));
  model.final_norm = Tensor(config.hidden, 1.0f);
  model.output = weights.matrix(config.vocab, config.hidden);
  return model;
}

}  // namespace mini
