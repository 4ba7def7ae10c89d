// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "random.hpp"

namespace mini {

/// How the next token is chosen from the logits.
struct Sampling {
  float temperature = 0.0f;  ///< 0: greedy.
  std::uint64_t seed = 0;
};

/// The next token is the one with the highest score. With Gumbel noise on the logits, that one is a sample of
/// their softmax.
///
/// @param place Says which sequence and which position the token is for.
MINI_ENGINE_HOST_DEVICE inline float sampling_score(Sampling const& sampling, float logit,
                                                    std::uint64_t place, std::uint64_t token) {
  if (sampling.temperature <= 0.0f) return logit;
  float const noise = -logf(-logf(uniform(hash(hash(sampling.seed, place), token))));
  return logit / sampling.temperature + noise;
}

/// The `place` of a token.
MINI_ENGINE_HOST_DEVICE constexpr std::uint64_t sampling_place(std::uint64_t sequence,
                                                               std::uint64_t position) {
  return sequence << 32 | position;
}

}  // namespace mini
