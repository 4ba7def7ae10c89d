// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/model/measured_kernel.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// An element of `shapes` in profile.json. @param lists Has the names and devices that it refers to.
[[nodiscard]] KernelShape read_kernel_shape(JsonNode const& node, Profile const& lists);

/// An element of `work` in profile.json.
[[nodiscard]] KernelWork read_kernel_work(JsonNode const& node, Profile const& lists);

/// An element of `measured` in profile.json.
[[nodiscard]] MeasuredKernel read_measured_kernel(JsonNode const& node, Profile const& lists);

}  // namespace llmprof::inline v0
