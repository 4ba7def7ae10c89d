// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace llmprof::inline v0 {

/// CUPTI and NVTX serve one tool at a time. @param variables of our environment
/// @throws Error if they show that another is set up
void refuse_other_profilers(std::map<std::string, std::string> const& variables);

}  // namespace llmprof::inline v0
