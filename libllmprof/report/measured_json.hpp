// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"
#include "llmprof/model/measured_kernel.hpp"
#include "llmprof/model/work.hpp"

namespace llmprof::inline v0 {

/// An element of `shapes` in profile.json.
void write_kernel_shape(JsonWriter& json, KernelShape const& shape);

/// An element of `work` in profile.json.
void write_kernel_work(JsonWriter& json, KernelWork const& work);

/// An element of `measured` in profile.json.
void write_measured_kernel(JsonWriter& json, MeasuredKernel const& measured);

}  // namespace llmprof::inline v0
