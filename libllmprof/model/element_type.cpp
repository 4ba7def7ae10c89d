// SPDX-License-Identifier: MIT
#include "libllmprof/model/element_type.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace llmprof::inline v0 {
namespace {

using Type = std::pair<std::string_view, std::string_view>;

constexpr std::array floats{
    Type{"BFloat16", "bf16"},
    Type{"bfloat16_t", "bf16"},
    Type{"__nv_bfloat16", "bf16"},
    Type{"nv_bfloat16", "bf16"},
    Type{"__hip_bfloat16", "bf16"},
    Type{"__bf16", "bf16"},
    Type{"__nv_bfloat162", "bf16"},
    Type{"Half", "fp16"},
    Type{"half_t", "fp16"},
    Type{"__half", "fp16"},
    Type{"half", "fp16"},
    Type{"__half2", "fp16"},
    Type{"_Float16", "fp16"},
    Type{"float", "float"},
    Type{"double", "double"},
    Type{"tfloat32_t", "tf32"},
    Type{"Float8_e4m3fn", "fp8_e4m3"},
    Type{"float_e4m3_t", "fp8_e4m3"},
    Type{"__nv_fp8_e4m3", "fp8_e4m3"},
    Type{"Float8_e5m2", "fp8_e5m2"},
    Type{"float_e5m2_t", "fp8_e5m2"},
    Type{"__nv_fp8_e5m2", "fp8_e5m2"},
    Type{"float_e2m1_t", "fp4_e2m1"},
    Type{"__nv_fp4_e2m1", "fp4_e2m1"},
    Type{"float_ue8m0_t", "ue8m0"},
};

constexpr std::array integers{
    Type{"int8_t", "int8"}, Type{"uint8_t", "uint8"}, Type{"char", "int8"},     Type{"int", "int"},
    Type{"int32_t", "int"}, Type{"long", "long"},     Type{"int64_t", "long"},  Type{"bool", "bool"},
    Type{"short", "short"}, Type{"unsigned", "uint"}, Type{"uint32_t", "uint"},
};

template <std::size_t size>
std::string_view find(std::array<Type, size> const& types, std::string_view word) noexcept {
  auto const found =
      std::find_if(types.begin(), types.end(), [&](Type const& type) { return type.first == word; });
  return found == types.end() ? std::string_view() : found->second;
}

}  // namespace

std::string_view float_type(std::string_view word) noexcept { return find(floats, word); }

std::string_view integer_type(std::string_view word) noexcept { return find(integers, word); }

}  // namespace llmprof::inline v0
