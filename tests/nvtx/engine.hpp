// SPDX-License-Identifier: MIT
#pragma once

// engine.cpp is built twice into one program: with the header switched on, and with it switched off.
namespace engine_on {
void generate(int prompt_tokens, int steps);
}
namespace engine_off {
void generate(int prompt_tokens, int steps);
}
