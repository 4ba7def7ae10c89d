// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"
#include "llmprof/model/gpu_time.hpp"

namespace llmprof::inline v0 {

/// The members of a GpuTime, inside an object that is open.
inline void write_gpu_time_members(JsonWriter& json, GpuTime const& time) {
  json.member("kernels_busy_ns", time.kernels_busy_ns);
  json.member("compute_busy_ns", time.compute_busy_ns);
  json.member("memory_ns", time.memory_ns);
  json.member("idle_submitted_ns", time.idle_submitted_ns);
  json.member("idle_after_copy_ns", time.idle_after_copy_ns);
  json.member("idle_after_wait_ns", time.idle_after_wait_ns);
  json.member("idle_host_ns", time.idle_host_ns);
  json.member("after_ns", time.after_ns);
  json.member("launch_delay_ns", time.launch_delay_ns);
  json.member("delayed", time.delayed);
  json.member("in_graphs", time.in_graphs);
}

}  // namespace llmprof::inline v0
