// SPDX-License-Identifier: MIT
#include "libllmprof/process/random_numbers.hpp"

#include <bit>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

struct FloatBits {
  unsigned exponent;
  unsigned fraction;
};

FloatBits bits_of_float(DataType type) {
  switch (type) {
    case DataType::fp32:
    case DataType::tf32: return {8, 23};
    case DataType::bf16: return {8, 7};
    case DataType::fp16: return {5, 10};
    case DataType::fp8: return {4, 3};
    default: throw InvalidArgument("no random numbers of type " + std::string(to_string(type)));
  }
}

/// xorshift64*: quick, and random enough for the wires.
class Random {
 public:
  /// Evenly from -1 to 1.
  float next() {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    auto const bits = static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DULL) >> 40U);  // 24 of them
    return static_cast<float>(bits) * 0x1p-23F - 1.0F;
  }

 private:
  std::uint64_t state_ = 0x9E3779B97F4A7C15ULL;
};

}  // namespace

std::uint32_t narrow_float(float value, unsigned exponent_bits, unsigned fraction_bits) {
  constexpr unsigned wide_fraction = 23;
  constexpr int wide_bias = 127;
  auto const wide = std::bit_cast<std::uint32_t>(value);
  int const bias = (1 << (exponent_bits - 1U)) - 1;
  int const exponent = static_cast<int>((wide >> wide_fraction) & 0xFFU) - wide_bias + bias;
  if (exponent <= 0) return 0;
  std::uint32_t const fraction = (wide & 0x7FFFFFU) >> (wide_fraction - fraction_bits);
  std::uint32_t const sign = wide >> 31U;
  return ((sign << exponent_bits | static_cast<std::uint32_t>(exponent)) << fraction_bits) | fraction;
}

std::string random_numbers(DataType type, std::size_t count) {
  FloatBits const bits = bits_of_float(type);
  std::size_t const bytes = bits_of(type) / 8U;
  std::string numbers;
  numbers.reserve(count * bytes);
  Random random;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t const number = narrow_float(random.next(), bits.exponent, bits.fraction);
    for (std::size_t byte = 0; byte < bytes; ++byte) numbers += static_cast<char>(number >> (8U * byte));
  }
  return numbers;
}

}  // namespace llmprof::inline v0
