// SPDX-License-Identifier: MIT
#include "llmprof/model/request_metrics.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(RequestTool tool) noexcept {
  switch (tool) {
    case RequestTool::vllm: return "vllm bench serve";
    case RequestTool::sglang: return "sglang bench_serving";
    case RequestTool::aiperf: return "AIPerf";
    case RequestTool::genai_perf: return "GenAI-Perf";
    case RequestTool::llama_bench: return "llama-bench";
  }
  return "unknown";
}

}  // namespace llmprof::inline v0
