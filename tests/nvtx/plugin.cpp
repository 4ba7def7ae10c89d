// SPDX-License-Identifier: MIT
#include "plugin.hpp"

#ifdef PLUGIN_A
PluginStages plugin_a_stages() { return PluginStages{llmprof::nvtx::Stage{"made in a"}}; }
#define PLUGIN_RUN plugin_a_run
#else
#define PLUGIN_RUN plugin_b_run
#endif

void PLUGIN_RUN(int prompt_tokens) {
  LLMPROF_NVTX_FUNC_RANGE();
  llmprof::nvtx::Prefill range{prompt_tokens};
  plugin_shared_inline();
  range.tokens(1);
}
