// SPDX-License-Identifier: MIT
#include "libllmprof/model/communication.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {

/// Of NCCL, NVSHMEM, vLLM, TensorRT-LLM, FlashInfer and PyTorch's symmetric memory.
bool is_communication(std::string_view kernel) {
  constexpr std::array words{"nccl",      "nvshmem",    "allreduce",          "all_reduce",
                             "allgather", "all_gather", "reduce_scatter",     "reducescatter",
                             "alltoall",  "all_to_all", "cross_device_reduce"};
  std::string const name = lower_case(kernel);
  return std::any_of(words.begin(), words.end(),
                     [&](char const* word) { return name.find(word) != std::string::npos; });
}

}  // namespace llmprof::inline v0
