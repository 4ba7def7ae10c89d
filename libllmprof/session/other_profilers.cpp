// SPDX-License-Identifier: MIT
#include "libllmprof/session/other_profilers.hpp"

#include <array>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

std::optional<OtherProfiler> find_other_profiler(std::map<std::string, std::string> const& variables) {
  constexpr std::array<std::pair<char const*, char const*>, 5> signs{{
      // The tools set the general ones, too: who it is comes first.
      {"NSYS_PROFILING_SESSION_ID", "Nsight Systems"},
      {"NV_COMPUTE_PROFILER_PERFWORKS_DIR", "Nsight Compute"},
      {"NV_TPS_LAUNCH_TOKEN", "Nsight Compute"},
      {"CUDA_INJECTION64_PATH", "another CUDA tool"},
      {"NVTX_INJECTION64_PATH", "another NVTX tool"},
  }};
  for (auto const& [name, tool] : signs) {
    auto const found = variables.find(name);
    if (found == variables.end() || found->second.empty()) continue;
    return OtherProfiler{tool, name};
  }
  return std::nullopt;
}

void refuse_other_profilers(std::map<std::string, std::string> const& variables) {
  auto const other = find_other_profiler(variables);
  if (!other) return;
  throw Error("cannot profile: " + other->tool + " is set up already (" + other->variable +
              " is set), and CUDA serves one profiler at a time; run without it, or unset " +
              other->variable);
}

}  // namespace llmprof::inline v0
