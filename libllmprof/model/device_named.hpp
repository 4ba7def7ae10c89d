// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// The device that a table names, and the other way round of device_label(): a number, or `GPU 0`, is CUDA's
/// ordinal, `NVIDIA H200 (0)` is a product name with it, anything else a product name.
[[nodiscard]] Device device_named(std::string const& name);

}  // namespace llmprof::inline v0
