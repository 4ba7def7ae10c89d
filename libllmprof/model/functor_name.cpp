// SPDX-License-Identifier: MIT
#include "libllmprof/model/functor_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace llmprof::inline v0 {
namespace {

/// They hold the functor that is looked for.
constexpr std::array wrappers{
    std::string_view("AUnaryFunctor"),          std::string_view("BUnaryFunctor"),
    std::string_view("BinaryFunctor"),          std::string_view("gpu_kernel_impl"),
    std::string_view("gpu_kernel_impl_nocast"), std::string_view("gpu_index_kernel"),
    std::string_view("func_wrapper_t"),         std::string_view("ReduceOp"),
};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// `CompareEq` becomes `compare_eq`.
std::string snake_case(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const begins_word = is_upper(text[i]) && i > 0 && !is_upper(text[i - 1]) && text[i - 1] != '_';
    if (begins_word) out += '_';
    out += is_upper(text[i]) ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
  }
  return out;
}

std::string_view without_suffix(std::string_view word, std::string_view suffix) {
  return word.ends_with(suffix) ? word.substr(0, word.size() - suffix.size()) : std::string_view();
}

/// `silu` of `silu_kernel`, `pow_tensor_scalar` of `pow_tensor_scalar_kernel_impl`.
std::string_view of_function(std::string_view word) {
  for (std::string_view const mark : {"_device_to_device", "_kernel", "_cuda_out", "_and_transform"}) {
    auto const at = word.find(mark);
    if (at != std::string_view::npos && at > 0) return word.substr(0, at);
  }
  if (auto const gelu = without_suffix(word, "CUDAKernelImpl"); !gelu.empty()) return gelu;
  return word.starts_with("launch_") ? word : std::string_view();
}

std::string_view of_functor(std::string_view word) {
  if (word.starts_with("CUDAFunctor")) {
    auto const at = word.rfind('_');
    return at == std::string_view::npos ? std::string_view() : word.substr(at + 1);
  }
  for (std::string_view const suffix : {"Functor", "_functor", "Ops"}) {
    if (auto const name = without_suffix(word, suffix); !name.empty()) return name;
  }
  return {};
}

std::string operation_of(std::string_view word) {
  if (std::find(wrappers.begin(), wrappers.end(), word) != wrappers.end()) return {};
  std::string_view name = of_functor(word);
  if (name.empty()) name = of_function(word);
  for (std::string_view const prefix : {"direct_", "launch_", "_cuda_"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  if (name.ends_with("_copy")) name = "copy";  // `bfloat16tofloat32_copy`
  if (name.ends_with("_cuda")) name.remove_suffix(5);
  return name == "ArgMax" || name == "ArgMin" ? (name == "ArgMax" ? "argmax" : "argmin") : snake_case(name);
}

}  // namespace

std::string functor_name(NameTokens const& arguments) {
  for (NameToken const& token : arguments) {
    if (token.kind != NameToken::Kind::word) continue;
    if (std::string name = operation_of(token.text); !name.empty()) return name;
  }
  return {};
}

}  // namespace llmprof::inline v0
