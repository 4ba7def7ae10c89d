// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// `cutlass sm80 16816 gemm bf16 128x64_32x6 tn` for
/// `cutlass_80_tensorop_bf16_s16816gemm_bf16_128x64_32x6_tn_align8`; empty for what does not begin like that.
[[nodiscard]] std::string cutlass_name(std::string_view word);

}  // namespace llmprof::inline v0
