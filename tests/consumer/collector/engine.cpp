// SPDX-License-Identifier: MIT
#include <cstdio>
#include <llmprof/collect/collector.hpp>
#include <llmprof/nvtx.hpp>

int main() {
  llmprof::Collector collector;
  collector.start();
  for (int i = 0; i < 3; ++i) llmprof::nvtx::DecodeStep const step{2};
  llmprof::LivePhase const decode = total_of(collector.snapshot(), {"LLM", "decode_step"});
  std::printf("%d steps, %d tokens\n", static_cast<int>(decode.instances),
              static_cast<int>(decode.payload.value_or(0)));
  return decode.instances == 3 && decode.payload == 6 ? 0 : 1;
}
