// SPDX-License-Identifier: MIT
#include "libllmprof/session/run_environment.hpp"

#include "libllmprof/session/capture_window.hpp"

namespace llmprof::inline v0 {

std::vector<std::pair<std::string, std::string>> environment_of(RunRequest const& request,
                                                                std::filesystem::path const& library,
                                                                std::filesystem::path const& spools) {
  auto environment = request.environment;
  auto const window = environment_of(request.window);
  environment.insert(environment.end(), window.begin(), window.end());
  environment.insert(environment.end(),
                     {{"CUDA_INJECTION64_PATH", library.string()},
                      {"NVTX_INJECTION64_PATH", library.string()},
                      {"LLMPROF_SPOOL", spools.string()},
                      {"LLMPROF_GRAPHS", request.graphs == GraphDetail::whole ? "whole" : "nodes"},
                      {"LLMPROF_SPOOL_LIMIT", std::to_string(request.max_bytes)},
                      {"LLMPROF_SPOOL_FOLLOWED", "1"}});
  return environment;
}

}  // namespace llmprof::inline v0
