// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "llmprof/export.hpp"
#include "llmprof/model/figure.hpp"
#include "llmprof/model/model_spec.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What one prefill or one decode step costs at least. docs/formulas.md has the formulas and their sources.
///
/// A figure is absent, with the reason, if the spec does not have what it takes. Activations are not counted:
/// good kernels keep them on the chip.
struct StepCosts {
  Figure flops;  ///< Floating-point operations of matrix products; a multiplication and an addition are 2.
  Figure weight_bytes;  ///< Weights that are read from memory, each once.
  Figure kv_bytes;      ///< KV cache that is read (decode) or written (prefill).

  /// Weights and cache together. Absent with the reason of the first that is absent.
  [[nodiscard]] Figure bytes() const;
};

/// A prefill.
struct PrefillShape {
  std::uint64_t sequences = 1;  ///< Prompts in the batch.
  std::uint64_t tokens = 0;     ///< New tokens of each of them.
  std::uint64_t cached =
      0;  ///< Tokens of each that are in the KV cache before (chunked prefill, prefix cache).
  /// Tokens of each that get logits. Engines (vLLM, TensorRT-LLM, generate() of transformers) compute the
  /// last one's alone; a plain forward() computes those of all.
  std::uint64_t logits_tokens = 1;
};

/// A decode step: one new token for each sequence.
struct DecodeShape {
  double sequences = 1;  ///< In the batch; a mean may be no whole number.
  double context = 0;    ///< Tokens that the new one attends to, itself among them; mean over the sequences.
};

/// Costs of the whole model, over all GPUs that hold it.
[[nodiscard]] StepCosts prefill_costs(ModelSpec const& spec, PrefillShape const& shape);
[[nodiscard]] StepCosts decode_costs(ModelSpec const& spec, DecodeShape const& shape);

/// The share of one GPU: split evenly over `tensor_parallel` x `pipeline_parallel`. KV heads are not split
/// further than there are of them, and the latent vector of MLA not at all: each of the GPUs of a layer then
/// has a copy.
[[nodiscard]] StepCosts per_device(StepCosts const& costs, ModelSpec const& spec);

/// All parameters, by the sizes, else as stated.
[[nodiscard]] Figure total_parameters(ModelSpec const& spec);
/// Those that one token goes through, by the sizes, else as stated; all of them where nothing says that there
/// are experts.
[[nodiscard]] Figure active_parameters(ModelSpec const& spec);
/// Bytes that all weights take in memory.
[[nodiscard]] Figure model_bytes(ModelSpec const& spec);
/// Bytes of the KV cache that one token takes, in all layers, where no window has ended it.
[[nodiscard]] Figure kv_bytes_per_token(ModelSpec const& spec);
/// Different routed experts of one layer that `tokens` tokens are expected to meet: E (1 - (1 - k/E)^tokens),
/// if the router chooses evenly. Absent for a model without experts.
[[nodiscard]] Figure experts_met(ModelSpec const& spec, double tokens);

}  // namespace v0
}  // namespace llmprof
