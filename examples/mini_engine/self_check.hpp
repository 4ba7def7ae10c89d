// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine.hpp"
#include "generate.hpp"

namespace mini {

/// Whether each token is also what a prefill of everything before it gives, so whether the cache is right.
///
/// @return What differs; empty if nothing does.
std::string check_against_recomputation(Engine& engine, std::vector<Token> const& prompts,
                                        Generation const& generation);

/// Whether another engine gives the same tokens.
///
/// @return What differs; empty if nothing does.
std::string check_against_engine(Engine& other, std::vector<Token> const& prompts,
                                 Generation const& generation);

}  // namespace mini
