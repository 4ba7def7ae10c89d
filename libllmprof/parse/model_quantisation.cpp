// SPDX-License-Identifier: MIT
#include "libllmprof/parse/model_quantisation.hpp"

#include <array>
#include <string>

#include "libllmprof/parse/config_reader.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double half_bits = 16;  // a scale that is fp16 or bf16

/// Bits of one weight where each group of `group` weights shares `shared_bits`; a group of 0 is a whole row
/// or matrix, over which the share is nothing.
double with_shared(double bits, double shared_bits, double group) {
  return group > 0 ? bits + shared_bits / group : bits;
}

/// `group_size`: -1 is a whole row.
double group_size(ConfigReader const& config) {
  auto const node = config.find({"group_size", "q_group_size"});
  double const group = node ? node->number() : 0;
  return group > 0 ? group : 0;
}

double checked_bits(ConfigReader const& config, ConfigReader::Keys keys) {
  auto const node = config.find(keys);
  if (!node) config.node().fail("'" + std::string(*keys.begin()) + "' is missing");
  double const bits = node->number();
  if (!(bits >= 1 && bits <= 32)) node->fail("expected a number of bits from 1 to 32");
  return bits;
}

/// GPTQ and AWQ: integers, a half scale and a packed zero point for each group; multiplied as half.
double packed_bits(ConfigReader const& config) {
  double const bits = checked_bits(config, {"bits", "w_bit"});
  return with_shared(bits, half_bits + bits, group_size(config));
}

/// Blocks of 64 with a scale of fp32, or of 8 bits with one more fp32 for 256 of them (QLoRA, arXiv
/// 2305.14314, section 3).
double bitsandbytes_bits(ConfigReader const& config) {
  if (config.flag({"load_in_8bit"}, false)) return 8;
  bool const twice = config.flag({"bnb_4bit_use_double_quant"}, false);
  return with_shared(4, twice ? 8 + 32.0 / 256 : 32, 64);
}

/// DeepSeek-V3: one fp32 for a block of weights; others one for a matrix.
double fp8_bits(ConfigReader const& config) {
  auto const block = config.find({"weight_block_size"});
  if (!block || block->size() != 2) return 8;
  return with_shared(8, 32, (*block)[0].number() * (*block)[1].number());
}

void read_fp8(ConfigReader const& config, ModelSpec& spec, Quantisation& to) {
  to.bits_per_weight = fp8_bits(config);
  spec.compute = DataType::fp8;
}

/// NVFP4: 16 weights share a scale of 8 bits.
double nvfp4_bits() { return with_shared(4, 8, 16); }

void read_modelopt(ConfigReader const& config, ModelSpec& spec, Quantisation& to) {
  std::string const algorithm = lower_case(config.text({"quant_algo"}));
  if (algorithm == "fp8") {
    to.bits_per_weight = 8;
    spec.compute = DataType::fp8;
  } else if (algorithm == "nvfp4") {
    to.bits_per_weight = nvfp4_bits();
    spec.compute = DataType::fp4;
  }
  if (lower_case(config.text({"kv_cache_quant_algo"})) == "fp8") spec.kv_dtype = DataType::fp8;
}

/// Scales (and, if asymmetric, zero points) of one group of compressed-tensors.
double compressed_bits(ConfigReader const& weights) {
  double const bits = checked_bits(weights, {"num_bits"});
  bool const is_float = weights.text({"type"}) == "float";
  if (is_float && bits == 4) return nvfp4_bits();
  double const zero_point = weights.flag({"symmetric"}, true) ? 0 : bits;
  return with_shared(bits, half_bits + zero_point, group_size(weights));
}

/// What both operands are, if activations are quantised too; else matrices are unpacked first.
std::optional<DataType> compressed_compute(ConfigReader const& weights, bool has_activations) {
  if (!has_activations) return std::nullopt;
  bool const is_float = weights.text({"type"}) == "float";
  double const bits = checked_bits(weights, {"num_bits"});
  if (bits == 8) return is_float ? DataType::fp8 : DataType::int8;
  if (bits == 4) return is_float ? DataType::fp4 : DataType::int4;
  return std::nullopt;
}

void read_compressed(ConfigReader const& config, ModelSpec& spec, Quantisation& to) {
  auto const groups = config.find({"config_groups"});
  if (!groups) return;
  // Almost all files have one group; where there are more, the first one is of most matrices.
  auto const names = groups->keys();
  if (names.empty()) return;
  ConfigReader const group(groups->at(names.front()));
  auto const weights = group.find({"weights"});
  if (weights) {
    ConfigReader const reader(*weights);
    to.bits_per_weight = compressed_bits(reader);
    spec.compute = compressed_compute(reader, group.find({"input_activations"}).has_value());
  }
  if (auto const cache = config.find({"kv_cache_scheme"});
      cache && checked_bits(ConfigReader(*cache), {"num_bits"}) == 8)
    spec.kv_dtype = ConfigReader(*cache).text({"type"}) == "float" ? DataType::fp8 : DataType::int8;
}

/// MXFP4: 32 weights share a scale of 8 bits (OCP Microscaling Formats, section 5.2).
void read_mxfp4(Quantisation& to) {
  to.bits_per_weight = with_shared(4, 8, 32);
  to.part = QuantisedPart::experts;
}

void read_method(ConfigReader const& config, ModelSpec& spec, Quantisation& to) {
  if (to.method == "gptq" || to.method == "awq") {
    to.bits_per_weight = packed_bits(config);
  } else if (to.method == "bitsandbytes") {
    to.bits_per_weight = bitsandbytes_bits(config);
    if (config.flag({"load_in_8bit"}, false)) spec.compute = DataType::int8;
  } else if (to.method == "fp8" || to.method == "fbgemm_fp8") {
    read_fp8(config, spec, to);
  } else if (to.method == "compressed-tensors") {
    read_compressed(config, spec, to);
  } else if (to.method == "modelopt" || to.method == "modelopt_fp4") {
    read_modelopt(config, spec, to);
  } else if (to.method == "mxfp4") {
    read_mxfp4(to);
  }
}

/// Old files of bitsandbytes and ModelOpt do not name the method.
std::string method_of(ConfigReader const& config) {
  std::string const method = lower_case(config.text({"quant_method"}));
  if (!method.empty()) return method;
  if (config.has("load_in_8bit") || config.has("load_in_4bit")) return "bitsandbytes";
  if (config.has("quant_algo")) return "modelopt";
  return "unknown";
}

}  // namespace

void read_quantisation(JsonNode const& node, ModelSpec& spec) {
  ConfigReader const config(node);
  Quantisation quantisation{.method = method_of(config), .bits_per_weight = {}};
  read_method(config, spec, quantisation);
  if (!quantisation.bits_per_weight) {
    spec.diagnostics.push_back(
        {Severity::warning,
         "quantisation '" + one_line(quantisation.method) +
             "' is not known, so the bytes of the weights are not either; a model.yaml "
             "can say quantisation.bits_per_weight",
         spec.source,
         {}});
  }
  spec.quantisation = std::move(quantisation);
}

}  // namespace llmprof::inline v0
