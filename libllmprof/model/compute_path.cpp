// SPDX-License-Identifier: MIT
#include "llmprof/model/compute_path.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(ComputePath path) noexcept {
  switch (path) {
    case ComputePath::tensor_fp4: return "tensor fp4";
    case ComputePath::tensor_fp8: return "tensor fp8";
    case ComputePath::tensor_int8: return "tensor int8";
    case ComputePath::tensor_int1: return "tensor int1";
    case ComputePath::tensor_fp16: return "tensor fp16";
    case ComputePath::tensor_bf16: return "tensor bf16";
    case ComputePath::tensor_tf32: return "tensor tf32";
    case ComputePath::tensor_fp64: return "tensor fp64";
    case ComputePath::fp32: return "fp32";
    case ComputePath::fp16: return "fp16";
    case ComputePath::fp64: return "fp64";
  }
  return "unknown";
}

std::optional<ComputePath> compute_path_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < compute_path_count; ++i) {
    auto const path = static_cast<ComputePath>(i);
    if (name == to_string(path)) return path;
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
