// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What a kernel does for an LLM, whichever engine it belongs to.
///
/// A kernel that does several things has the class of the one that takes most of its time: a GEMM with a
/// SwiGLU behind it is a GEMM, an all-reduce with a norm behind it is communication.
enum class KernelClass : std::uint8_t {
  gemm,         ///< Dense matrix products, GEMV and split-K reductions of them, with any quantised weights.
  moe_gemm,     ///< Grouped products over the experts of a mixture.
  moe_routing,  ///< Gates, and sorting tokens by expert and back.
  attention_prefill,  ///< Attention that is made for prompts.
  attention_decode,   ///< Attention that is made for one or few new tokens a sequence.
  attention,          ///< Attention whose name does not say for which phase.
  ssm,                ///< State spaces, linear attention and their short convolutions.
  norm,               ///< RMS, layer, group and batch norms, with the residual or quantisation fused to them.
  rope,               ///< Rotary position embeddings, with a norm or cache write fused to them.
  softmax,            ///< Softmax alone: of attention that is not fused, or of logits.
  activation,         ///< SiLU, GELU, gated units.
  quantisation,       ///< Quantising, dequantising, and laying out scales, outside products.
  sampling,           ///< From logits to tokens: top-k, top-p, argmax, penalties, speculation's checks.
  kv_cache,           ///< Writing, moving and indexing the KV cache, and bookkeeping of sequences.
  embedding,          ///< Looking up rows of a table.
  convolution,        ///< Convolutions of vision and audio encoders.
  communication,      ///< Between GPUs: NCCL, custom all-reduces, NVSHMEM, DeepEP.
  copy,               ///< Moves, casts, sets or rearranges bytes.
  elementwise,        ///< Arithmetic on each element that is none of the above.
  reduce,             ///< Sums, means, scans and sorts that are none of the above.
  other,              ///< The name says nothing.
};

/// `moe_gemm`, as in files and tables.
[[nodiscard]] std::string_view to_string(KernelClass kernel_class) noexcept;

/// The class of that name; absent if there is none.
[[nodiscard]] std::optional<KernelClass> parse_kernel_class(std::string_view name) noexcept;

/// All of them, in the order of the enumeration.
[[nodiscard]] std::vector<KernelClass> all_kernel_classes();

}  // namespace v0
}  // namespace llmprof
