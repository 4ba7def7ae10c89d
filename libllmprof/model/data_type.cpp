// SPDX-License-Identifier: MIT
#include "llmprof/model/data_type.hpp"

#include <array>
#include <string>
#include <utility>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

using Named = std::pair<std::string_view, DataType>;

constexpr auto names = std::to_array<Named>({
    {"fp64", DataType::fp64},         {"float64", DataType::fp64},    {"double", DataType::fp64},
    {"f64", DataType::fp64},          {"fp32", DataType::fp32},       {"float32", DataType::fp32},
    {"float", DataType::fp32},        {"f32", DataType::fp32},        {"tf32", DataType::tf32},
    {"bf16", DataType::bf16},         {"bfloat16", DataType::bf16},   {"fp16", DataType::fp16},
    {"float16", DataType::fp16},      {"half", DataType::fp16},       {"f16", DataType::fp16},
    {"fp8", DataType::fp8},           {"fp8_e4m3", DataType::fp8},    {"fp8_e5m2", DataType::fp8},
    {"e4m3", DataType::fp8},          {"e5m2", DataType::fp8},        {"float8", DataType::fp8},
    {"float8_e4m3fn", DataType::fp8}, {"float8_e5m2", DataType::fp8}, {"f8_e4m3", DataType::fp8},
    {"int8", DataType::int8},         {"i8", DataType::int8},         {"fp4", DataType::fp4},
    {"nvfp4", DataType::fp4},         {"mxfp4", DataType::fp4},       {"int4", DataType::int4},
    {"i4", DataType::int4},
});

}  // namespace

std::string_view to_string(DataType type) noexcept {
  switch (type) {
    case DataType::fp64: return "fp64";
    case DataType::fp32: return "fp32";
    case DataType::tf32: return "tf32";
    case DataType::bf16: return "bf16";
    case DataType::fp16: return "fp16";
    case DataType::fp8: return "fp8";
    case DataType::int8: return "int8";
    case DataType::fp4: return "fp4";
    case DataType::int4: return "int4";
  }
  return "unknown";
}

unsigned bits_of(DataType type) noexcept {
  switch (type) {
    case DataType::fp64: return 64;
    case DataType::fp32:
    case DataType::tf32: return 32;
    case DataType::bf16:
    case DataType::fp16: return 16;
    case DataType::fp8:
    case DataType::int8: return 8;
    case DataType::fp4:
    case DataType::int4: return 4;
  }
  return 0;
}

std::optional<DataType> parse_data_type(std::string_view name) {
  std::string const text = lower_case(name);
  std::string_view wanted = text;
  constexpr std::string_view torch = "torch.";
  if (wanted.substr(0, torch.size()) == torch) wanted.remove_prefix(torch.size());
  for (auto const& [written, type] : names)
    if (written == wanted) return type;
  return std::nullopt;
}

}  // namespace llmprof::inline v0
