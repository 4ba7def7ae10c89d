// SPDX-License-Identifier: MIT
#pragma once

namespace llmprof::collect {

/// Subscribes to CUPTI and records kernels, copies, sets, their launches, and where the nodes of graphs come
/// from. Once a process; what stands in the way is written into the spool's header.
void attach_cupti() noexcept;

/// Records kernels, copies, sets and launches, or rests. What was launched before is delivered all the same.
void set_device_recording(bool on) noexcept;

}  // namespace llmprof::collect
