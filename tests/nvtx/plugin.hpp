// SPDX-License-Identifier: MIT
#pragma once

#include <llmprof/nvtx.hpp>

// Two shared objects made of plugin.cpp, with default visibility and unoptimised: whatever of the header
// could be taken from the other object by the dynamic linker would be.
struct PluginStages {
  llmprof::nvtx::Stage own;  // No warning that the type is less visible than its user.
};

extern "C" {
void plugin_a_run(int prompt_tokens);
void plugin_b_run(int prompt_tokens);
}
PluginStages plugin_a_stages();

// The dynamic linker makes one of the copies of this function, and of the static inside it.
inline void plugin_shared_inline() { LLMPROF_NVTX_RANGE("shared inline"); }
