// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine.hpp"
#include "model.hpp"
#include "options.hpp"

namespace mini {

/// The engine that the options ask for, but on this device. It keeps a reference to the model.
///
/// @param number Of the CUDA device. Such an engine is for the thread that made it alone.
/// @throws std::invalid_argument if the device is cuda and this was built without.
std::unique_ptr<Engine> make_engine(Model const& model, Options const& options, Device device,
                                    int number = 0);

/// Random tokens, the same ones for the same seed.
std::vector<Token> make_prompts(Options const& options);

}  // namespace mini
