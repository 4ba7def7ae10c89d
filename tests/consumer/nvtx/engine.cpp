// SPDX-License-Identifier: MIT
#include <llmprof/nvtx.hpp>

int main() {
  { llmprof::nvtx::Prefill const range{128}; }
  llmprof::nvtx::DecodeAll const all;
  for (int token = 0; token < 4; ++token) {
    llmprof::nvtx::DecodeStep const step{1};
    LLMPROF_NVTX_RANGE("attention");
  }
  all.tokens(4);
  return 0;
}
