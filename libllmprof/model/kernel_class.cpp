// SPDX-License-Identifier: MIT
#include "llmprof/model/kernel_class.hpp"

#include <algorithm>
#include <array>

namespace llmprof::inline v0 {
namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 21> names{
    "gemm",        "moe_gemm", "moe_routing", "attention_prefill", "attention_decode", "attention",
    "ssm",         "norm",     "rope",        "softmax",           "activation",       "quantisation",
    "sampling",    "kv_cache", "embedding",   "convolution",       "communication",    "copy",
    "elementwise", "reduce",   "other"};
static_assert(names.size() == static_cast<std::size_t>(KernelClass::other) + 1);

}  // namespace

std::string_view to_string(KernelClass kernel_class) noexcept {
  return names[std::min(static_cast<std::size_t>(kernel_class), names.size() - 1)];
}

std::optional<KernelClass> parse_kernel_class(std::string_view name) noexcept {
  auto const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<KernelClass>(found - names.begin());
}

std::vector<KernelClass> all_kernel_classes() {
  std::vector<KernelClass> all;
  for (std::size_t i = 0; i < names.size(); ++i) all.push_back(static_cast<KernelClass>(i));
  return all;
}

}  // namespace llmprof::inline v0
