// SPDX-License-Identifier: MIT
#pragma once

namespace llmprof::collect {

/// Subscribes to CUPTI and records kernels, copies, sets, their launches, and where the nodes of graphs come
/// from. What stands in the way is written into the header.
/// @return whether it was attached by this call.
///
/// @param whole_graphs Graphs as a whole, in place of the kernels in them: cheaper, and tells less. For good:
/// a graph that was made under the one kind crashes under the other.
bool attach_cupti(bool whole_graphs) noexcept;

/// Records no more and leaves CUPTI to others. What the device has finished is delivered before.
void detach_cupti() noexcept;

/// Whether launches of a window have no record yet. Some never get one: those that a graph is captured from,
/// those that failed.
[[nodiscard]] bool is_device_behind() noexcept;

/// Delivers what the device has finished.
void flush_device() noexcept;

/// Delivers every 0.1 s from a thread of its own and at an orderly exit.
void flush_device_regularly() noexcept;

/// Records kernels, copies, sets and launches, or rests. What was launched before is delivered all the same.
void set_device_recording(bool on) noexcept;

}  // namespace llmprof::collect
