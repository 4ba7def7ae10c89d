// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

namespace llmprof::inline v0 {

/// A tool that is set up to profile what we start.
struct OtherProfiler {
  std::string tool;      ///< `Nsight Systems`
  std::string variable;  ///< The name of the one that tells it.
};

/// @param variables of our environment
[[nodiscard]] std::optional<OtherProfiler> find_other_profiler(
    std::map<std::string, std::string> const& variables);

/// CUPTI and NVTX serve one tool at a time. @param variables of our environment
/// @throws Error if they show that another is set up
void refuse_other_profilers(std::map<std::string, std::string> const& variables);

}  // namespace llmprof::inline v0
