// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/ceilings.hpp"
#include "llmprof/process/check.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How to measure.
struct MeasureRequest {
  std::string cublas;  ///< libcublasLt of CUDA 11 or newer; empty: the loader's, or a toolkit's.
  std::chrono::seconds deadline{60};  ///< For all: a driver in trouble may not answer.

  // For tests.
  std::string cuda_library = "libcuda.so.1";
};

/// What was measured, and what there is to say of each.
struct Measurement {
  std::optional<Ceilings> ceilings;  ///< Absent if nothing could be measured.
  /// `memory bandwidth`, `bf16 products`...: ok with the figure and its share of the theoretical peak;
  /// problem with the name of CUDA's error; warning where cuBLAS is missing. Or one `ceilings`: unknown if
  /// there is no GPU.
  Checks checks;
};

/// Measures, on the first GPU that this process may see, the bandwidth of a copy within its memory, and the
/// FLOP/s of large products in fp16, and in bf16, tf32 and fp8 where it has them. Takes some 5 s, and at most
/// half of the memory that is free; whatever else runs on the GPU makes the figures lower.
///
/// Never throws but for want of memory or threads: what goes wrong is a check. After the deadline a thread is
/// left behind.
[[nodiscard]] Measurement measure_ceilings(MeasureRequest const& request = {});

}  // namespace v0
}  // namespace llmprof
