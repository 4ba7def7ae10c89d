// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "engine.hpp"

namespace mini {

struct Generation {
  std::vector<std::vector<Token>> steps;  ///< Per step the next token of each sequence; the prefill's first.
  std::chrono::duration<double> prefill{};
  std::chrono::duration<double> decode{};
};

/// Generates `tokens` tokens, at least one, for each of the prompts (as in Engine::prefill).
Generation generate(Engine& engine, std::vector<Token> const& prompts, std::size_t tokens);

}  // namespace mini
