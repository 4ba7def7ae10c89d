// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace llmprof::inline v0 {

/// Whether a kernel of this name talks to other GPUs, and so waits for them.
[[nodiscard]] bool is_communication(std::string_view kernel);

}  // namespace llmprof::inline v0
