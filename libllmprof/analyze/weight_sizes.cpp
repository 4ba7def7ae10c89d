// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/weight_sizes.hpp"

#include "llmprof/analyze/model_parameters.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr char const* no_dtype = "the data type of the weights is not known";

double real(std::uint64_t value) { return static_cast<double>(value); }

std::string no_bits(Quantisation const& quantisation) {
  return "bytes of weights with quantisation '" + quantisation.method + "' are not known";
}

/// Bytes of `all` parameters of which `matrices` are packed as `bits` say.
double packed(double all, double matrices, double bits, double plain_bits) {
  return (matrices * bits + (all - matrices) * plain_bits) / 8;
}

}  // namespace

WeightSizes weight_sizes(ModelSpec const& spec) {
  WeightSizes sizes;
  if (!spec.dtype) sizes.reason = no_dtype;
  if (spec.quantisation && !spec.quantisation->bits_per_weight) sizes.reason = no_bits(*spec.quantisation);
  if (!sizes.reason.empty()) return sizes;

  Decoder const& d = *spec.decoder;
  double const plain = bits_of(*spec.dtype);
  double const bits = spec.quantisation ? *spec.quantisation->bits_per_weight : plain;
  bool const only_experts = spec.quantisation && spec.quantisation->part == QuantisedPart::experts;
  ParameterCounts const counts = count_parameters(d);
  MatrixCounts const matrices = count_matrices(d);

  double const in_layers = real(counts.attention + counts.mlp + counts.router + counts.norm);
  sizes.layers = packed(in_layers, real(matrices.layers), only_experts ? plain : bits, plain);
  if (d.moe && d.moe->layers > 0) {
    sizes.one_expert = packed(real(counts.routed_experts), real(matrices.routed_experts), bits, plain) /
                       real(d.moe->layers * d.moe->experts);
  }
  sizes.embedding = real(counts.embedding) * plain / 8;
  sizes.embedding_row = real(d.hidden) * plain / 8;
  sizes.lm_head = real(matrices.lm_head + (d.lm_head_bias ? d.vocab : 0)) * plain / 8;
  sizes.own_lm_head = real(counts.lm_head) * plain / 8;
  return sizes;
}

Figure weight_bits(ModelSpec const& spec) {
  if (!spec.quantisation) return spec.dtype ? Figure(bits_of(*spec.dtype)) : Figure::absent(no_dtype);
  auto const& bits = spec.quantisation->bits_per_weight;
  return bits ? Figure(*bits) : Figure::absent(no_bits(*spec.quantisation));
}

}  // namespace llmprof::inline v0
