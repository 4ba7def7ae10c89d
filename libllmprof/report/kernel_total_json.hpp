// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// `"outside":{"calls":3,"kernel_ns":4200}`.
inline void write_total(JsonWriter& json, char const* name, KernelTotal const& total) {
  json.key(name).begin_object();
  json.member("calls", total.calls);
  json.member("kernel_ns", total.kernel_ns);
  json.end_object();
}

}  // namespace llmprof::inline v0
