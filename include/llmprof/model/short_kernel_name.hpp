// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The name of a kernel for a row of a table, at most 96 characters wide: the function and what tells its
/// instances apart, that is the operation inside, the type of the elements, and the tile.
///
///     void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>,
///     ...>(...)
///       -> vectorized_elementwise_kernel<add, bf16>
///     void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, ...>, false, true, ...>(...)
///       -> flash_fwd_kernel<hdim128, bf16, causal>
///     void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_128x64_32x6_tn_align8>(Params)
///       -> cutlass sm80 16816 gemm bf16 128x64_32x6 tn
///
/// Names without template arguments (cuBLAS, Triton, NCCL) stay as they are. For showing, not for comparing:
/// two kernels may share a short name.
///
/// @param printed As a tool printed it, mangled or not. Of a longer one, the first 4 KiB are looked at.
[[nodiscard]] std::string short_kernel_name(std::string_view printed);

}  // namespace v0
}  // namespace llmprof
