// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// What a device can do, as members of an object that is open.
inline void write_device_facts(JsonWriter& json, Device const& device) {
  json.member("compute_major", device.compute_major);
  json.member("compute_minor", device.compute_minor);
  json.member("sm_count", device.sm_count);
  json.member("clock_hz", device.clock_hz);
  json.member("memory_bandwidth", device.memory_bandwidth);
  json.member("memory_bytes", device.memory_bytes);
}

}  // namespace llmprof::inline v0
