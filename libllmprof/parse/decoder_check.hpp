// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llmprof/model/model_spec.hpp"

namespace llmprof::inline v0 {

/// Why no model can have these sizes, or why sums over them would not fit into 64 bits; empty if all is well.
[[nodiscard]] std::string why_impossible(Decoder const& decoder);

}  // namespace llmprof::inline v0
