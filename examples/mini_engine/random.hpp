// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define MINI_ENGINE_HOST_DEVICE __host__ __device__
#else
#define MINI_ENGINE_HOST_DEVICE
#endif

namespace mini {

/// Scrambles 64 bits (splitmix64). Random numbers are hashes of what they are for, so that the host and the
/// device draw the same ones, in any order.
MINI_ENGINE_HOST_DEVICE constexpr std::uint64_t hash(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

MINI_ENGINE_HOST_DEVICE constexpr std::uint64_t hash(std::uint64_t first, std::uint64_t second) {
  return hash(hash(first) ^ second);
}

/// Between 0 and 1, never either of them.
MINI_ENGINE_HOST_DEVICE constexpr float uniform(std::uint64_t bits) {
  return (static_cast<float>(bits >> 41) + 0.5f) / 8388608.0f;
}

}  // namespace mini
