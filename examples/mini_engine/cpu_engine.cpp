// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <llmprof/nvtx.hpp>
#include <stdexcept>
#include <string>

#include "engine.hpp"

namespace nvtx = llmprof::nvtx;

namespace mini {

namespace {

// Eight sums, because one alone would have to be added up in order, which no compiler turns into SIMD.
float dot(float const* a, float const* b, std::size_t size) {
  float sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < size; ++i) sums[0] += a[i] * b[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/// out[rows, outputs] = in[rows, inputs] * weights[outputs, inputs]^T
void multiply(Tensor& out, Tensor const& in, Tensor const& weights, std::size_t inputs) {
  std::size_t const rows = in.size() / inputs;
  std::size_t const outputs = weights.size() / inputs;
  out.resize(rows * outputs);
  for (std::size_t o = 0; o < outputs; ++o) {
    for (std::size_t r = 0; r < rows; ++r) {
      out[r * outputs + o] = dot(&in[r * inputs], &weights[o * inputs], inputs);
    }
  }
}

void add(Tensor& x, Tensor const& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
}

void rms_norm_row(float* out, float const* in, Tensor const& weights) {
  std::size_t const size = weights.size();
  float const mean = dot(in, in, size) / static_cast<float>(size);
  float const scale = 1.0f / std::sqrt(mean + norm_epsilon);
  for (std::size_t i = 0; i < size; ++i) out[i] = in[i] * scale * weights[i];
}

void rms_norm(Tensor& out, Tensor const& in, Tensor const& weights) {
  out.resize(in.size());
  for (std::size_t i = 0; i < in.size(); i += weights.size()) rms_norm_row(&out[i], &in[i], weights);
}

/// Rotary position: turns the pair (i, i + half) of a head by an angle that grows with the position.
void rotate_head(float* head, std::size_t head_size, std::size_t position) {
  std::size_t const half = head_size / 2;
  for (std::size_t i = 0; i < half; ++i) {
    float const frequency = std::pow(rope_base, -static_cast<float>(i) / static_cast<float>(half));
    float const angle = static_cast<float>(position) * frequency;
    float const a = head[i];
    float const b = head[i + half];
    head[i] = a * std::cos(angle) - b * std::sin(angle);
    head[i + half] = a * std::sin(angle) + b * std::cos(angle);
  }
}

void softmax(Tensor& scores) {
  float const highest = *std::max_element(scores.begin(), scores.end());
  float sum = 0.0f;
  for (float& score : scores) {
    score = std::exp(score - highest);
    sum += score;
  }
  for (float& score : scores) score /= sum;
}

void swiglu(Tensor& gate, Tensor const& up) {
  for (std::size_t i = 0; i < gate.size(); ++i) gate[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
}

/// A layer of the model, with its cache and the name of its range.
struct Layer {
  Layer(LayerWeights const& layer_weights, std::size_t index, std::size_t cache_size)
      : weights(layer_weights),
        keys(cache_size),
        values(cache_size),
        stage(("layer." + std::to_string(index)).c_str()) {}

  LayerWeights const& weights;
  Tensor keys;    // [sequences, positions, kv_size]
  Tensor values;  // [sequences, positions, kv_size]
  nvtx::Stage stage;
};

class CpuEngine final : public Engine {
 public:
  CpuEngine(Model const& model, Capacity capacity, Sampling sampling)
      : model_(model), config_(model.config), capacity_(capacity), sampling_(sampling) {
    std::size_t const cache_size = capacity.sequences * capacity.positions * config_.kv_size();
    for (LayerWeights const& weights : model.layers) {
      layers_.emplace_back(weights, layers_.size(), cache_size);
    }
  }

  std::vector<Token> prefill(std::vector<Token> const& prompts) override {
    past_ = 0;
    return next_ = forward(prompts);
  }

  std::vector<Token> decode_step() override { return next_ = forward(next_); }

 private:
  std::vector<Token> forward(std::vector<Token> const& tokens) {
    count_ = tokens.size() / capacity_.sequences;
    if (past_ + count_ > capacity_.positions) throw std::length_error("the key-value cache is full");
    embed(tokens);
    for (Layer& layer : layers_) {
      nvtx::ScopedRange range{layer.stage};
      attention(layer);
      mlp(layer.weights);
    }
    past_ += count_;
    return sample();
  }

  void embed(std::vector<Token> const& tokens) {
    LLMPROF_NVTX_RANGE("embed");
    x_.clear();
    for (Token token : tokens) {
      float const* row = &model_.embedding[token * config_.hidden];
      x_.insert(x_.end(), row, row + config_.hidden);
    }
  }

  void attention(Layer& layer) {
    LLMPROF_NVTX_RANGE("attention");
    rms_norm(normed_, x_, layer.weights.attention_norm);
    multiply(query_, normed_, layer.weights.query, config_.hidden);
    multiply(key_, normed_, layer.weights.key, config_.hidden);
    multiply(value_, normed_, layer.weights.value, config_.hidden);
    for (std::size_t row = 0; row < rows(); ++row) rotate_and_store(layer, row);
    mixed_.assign(x_.size(), 0.0f);
    for (std::size_t row = 0; row < rows(); ++row) {
      for (std::size_t head = 0; head < config_.heads; ++head) attend(layer, row, head);
    }
    multiply(normed_, mixed_, layer.weights.attention_out, config_.hidden);
    add(x_, normed_);
  }

  void rotate_and_store(Layer& layer, std::size_t row) {
    std::size_t const head_size = config_.head_size();
    for (std::size_t head = 0; head < config_.heads; ++head) {
      rotate_head(&query_[row * config_.hidden + head * head_size], head_size, position(row));
    }
    std::size_t const first = row * config_.kv_size();
    for (std::size_t head = 0; head < config_.kv_heads; ++head) {
      rotate_head(&key_[first + head * head_size], head_size, position(row));
    }
    std::size_t const cached = cache_row(sequence(row), position(row));
    std::copy_n(&key_[first], config_.kv_size(), &layer.keys[cached]);
    std::copy_n(&value_[first], config_.kv_size(), &layer.values[cached]);
  }

  void attend(Layer const& layer, std::size_t row, std::size_t head) {
    std::size_t const head_size = config_.head_size();
    std::size_t const offset = row * config_.hidden + head * head_size;
    std::size_t const kv_offset = head / (config_.heads / config_.kv_heads) * head_size;
    float const scale = 1.0f / std::sqrt(static_cast<float>(head_size));

    scores_.resize(position(row) + 1);  // a token sees itself and what is before it
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      float const* key = &layer.keys[cache_row(sequence(row), i) + kv_offset];
      scores_[i] = scale * dot(&query_[offset], key, head_size);
    }
    softmax(scores_);
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      float const* value = &layer.values[cache_row(sequence(row), i) + kv_offset];
      for (std::size_t c = 0; c < head_size; ++c) mixed_[offset + c] += scores_[i] * value[c];
    }
  }

  void mlp(LayerWeights const& weights) {
    LLMPROF_NVTX_RANGE("mlp");
    rms_norm(normed_, x_, weights.mlp_norm);
    multiply(gate_, normed_, weights.gate, config_.hidden);
    multiply(up_, normed_, weights.up, config_.hidden);
    swiglu(gate_, up_);
    multiply(normed_, gate_, weights.down, config_.mlp_size());
    add(x_, normed_);
  }

  /// The next token of each sequence, from its last row.
  std::vector<Token> sample() {
    LLMPROF_NVTX_RANGE("sample");
    normed_.resize(capacity_.sequences * config_.hidden);
    for (std::size_t s = 0; s < capacity_.sequences; ++s) {
      std::size_t const last = (s + 1) * count_ - 1;
      rms_norm_row(&normed_[s * config_.hidden], &x_[last * config_.hidden], model_.final_norm);
    }
    multiply(logits_, normed_, model_.output, config_.hidden);
    std::vector<Token> next;
    for (std::size_t s = 0; s < capacity_.sequences; ++s) next.push_back(best_token(s));
    return next;
  }

  Token best_token(std::size_t sequence) const {
    float const* logits = &logits_[sequence * config_.vocab];
    std::uint64_t const place = sampling_place(sequence, past_);
    Token best = 0;
    float best_score = sampling_score(sampling_, logits[0], place, 0);
    for (Token token = 1; token < config_.vocab; ++token) {
      float const score = sampling_score(sampling_, logits[token], place, token);
      if (score <= best_score) continue;
      best = token;
      best_score = score;
    }
    return best;
  }

  std::size_t rows() const { return capacity_.sequences * count_; }
  std::size_t sequence(std::size_t row) const { return row / count_; }
  std::size_t position(std::size_t row) const { return past_ + row % count_; }
  std::size_t cache_row(std::size_t sequence, std::size_t position) const {
    return (sequence * capacity_.positions + position) * config_.kv_size();
  }

  Model const& model_;
  Config const& config_;
  Capacity capacity_;
  Sampling sampling_;
  std::vector<Layer> layers_;
  std::vector<Token> next_;
  std::size_t past_ = 0;   // positions of each sequence in the cache
  std::size_t count_ = 0;  // tokens of each sequence in this pass: a row each in what follows
  Tensor x_, normed_, query_, key_, value_, mixed_, scores_, gate_, up_, logits_;
};

}  // namespace

std::unique_ptr<Engine> make_cpu_engine(Model const& model, Capacity capacity, Sampling sampling) {
  return std::make_unique<CpuEngine>(model, capacity, sampling);
}

}  // namespace mini
