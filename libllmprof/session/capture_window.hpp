// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "llmprof/session/capture_window.hpp"

namespace llmprof::inline v0 {

/// What the injected library reads (libllmprof/collect/window.cpp). The delay counts from now. What is not
/// asked for is empty, so that variables of ours, left from another run, ask for nothing.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> environment_of(CaptureWindow const& window);

/// `LLM@decode_all, the first 2 skipped, 10 recorded`.
[[nodiscard]] std::string to_string(CaptureWindow const& window);

}  // namespace llmprof::inline v0
