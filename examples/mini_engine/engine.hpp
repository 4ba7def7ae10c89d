// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "model.hpp"
#include "sampling.hpp"

namespace mini {

/// What the key-value cache has room for.
struct Capacity {
  std::size_t sequences = 1;
  std::size_t positions = 0;  ///< Of each sequence: its prompt and what is generated.
};

/// Runs a model on a batch of equally long sequences. Both functions return the next token of each sequence,
/// on the host.
///
/// Inside are a range per layer, with `attention` and `mlp` in it, and the ranges `embed` and `sample`. The
/// phases around them belong to the caller: see generate.cpp.
class Engine {
 public:
  Engine() = default;
  Engine(Engine const&) = delete;
  Engine& operator=(Engine const&) = delete;
  virtual ~Engine() = default;

  /// Forgets all sequences, and reads new prompts: all tokens of the first one, then of the second, and so
  /// on.
  ///
  /// @throws std::length_error if they do not fit into the cache.
  virtual std::vector<Token> prefill(std::vector<Token> const& prompts) = 0;

  /// Appends the tokens that the last call returned. Needs a prefill before it.
  ///
  /// @throws std::length_error if the cache is full.
  virtual std::vector<Token> decode_step() = 0;
};

/// Engines keep a reference to the model.
std::unique_ptr<Engine> make_cpu_engine(Model const& model, Capacity capacity, Sampling sampling);

/// Only where the build found CUDA (MINI_ENGINE_CUDA).
///
/// @param graphs Captures the decode step in a CUDA graph once, and replays it from then on.
/// @param device CUDA's number. It becomes that of this thread, which alone may use the engine.
/// @throws std::runtime_error if CUDA fails, also from the engine's functions.
std::unique_ptr<Engine> make_cuda_engine(Model const& model, Capacity capacity, Sampling sampling,
                                         bool graphs, int device);

}  // namespace mini
