// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llmprof/model/figure.hpp"
#include "llmprof/model/model_spec.hpp"

namespace llmprof::inline v0 {

/// Bytes of the weights in memory, by what a step reads of them.
struct WeightSizes {
  double layers = 0;  ///< All that every step reads: attention, dense MLPs, shared experts, routers, norms.
  double one_expert = 0;
  double embedding = 0;      ///< The table of tokens and that of positions.
  double embedding_row = 0;  ///< Of one token.
  double lm_head = 0;        ///< Whole, whether it is the table of embeddings or not.
  double own_lm_head = 0;    ///< What it takes beside the table of embeddings.
  std::string reason;        ///< Why they are not known; empty if they are.
};

/// @param spec Has a decoder.
[[nodiscard]] WeightSizes weight_sizes(ModelSpec const& spec);

/// Bits of one weight where nothing but the number of parameters is known.
[[nodiscard]] Figure weight_bits(ModelSpec const& spec);

}  // namespace llmprof::inline v0
