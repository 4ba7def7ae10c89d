// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model.hpp"

namespace mini {

enum class Device { cpu, cuda };

struct Options {
  Config model;
  std::size_t batch = 2;
  std::size_t prompt = 64;
  std::size_t tokens = 32;
  std::size_t repeat = 1;
  std::uint64_t seed = 1;
  float temperature = 0.0f;
  Device device = Device::cpu;
  std::vector<int> devices{0};  ///< Of CUDA, by number.
  std::size_t streams = 1;      ///< Replicas on each device.
  bool graphs = false;
  bool check = false;
  bool help = false;
};

extern char const* const usage;

/// @throws std::invalid_argument if an option is unknown or its value cannot be used.
Options parse_options(std::vector<std::string_view> const& arguments);

}  // namespace mini
