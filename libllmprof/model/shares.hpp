// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

// Sums of figures of phases, of their shares, and of whatever has members of the same names. All of them
// throw Error if a sum does not fit.

/// Adds the tokens of one or more ranges; absent once they are unknown for any of them.
/// @param first There were no ranges before.
void add_tokens(std::optional<std::int64_t>& sum, bool first, std::optional<std::int64_t> const& part);

/// What the ranges themselves have: how many they are, their wall time, their tokens.
template <class Into, class From>
void add_ranges(Into& into, From const& other) {
  // A number of ranges that is unknown is not 0.
  if (other.instances == 0U) return;  // work of replayed graphs only: no range whose tokens are unknown
  add_tokens(into.tokens, into.instances == 0U, other.tokens);
  add_checked(into.instances, other.instances);
  add_checked(into.wall_ns, other.wall_ns);
}

/// How long their GPU work went on, and whether it outlived them.
template <class Into, class From>
void add_span(Into& into, From const& other) {
  add_present(into.span_ns, other.span_ns);
  if (other.asynchronous) into.asynchronous = into.asynchronous.value_or(false) || *other.asynchronous;
}

template <class Into, class From>
void add_kernels(Into& into, From const& other) {
  add_checked(into.calls, other.calls);
  add_checked(into.kernel_ns, other.kernel_ns);
  add_checked(into.exclusive_kernel_ns, other.exclusive_kernel_ns);
  add_checked(into.gpu_busy_ns, other.gpu_busy_ns);
}

template <class Into, class From>
void add_figures(Into& into, From const& other) {
  add_ranges(into, other);
  add_span(into, other);
  add_kernels(into, other);
}

/// Adds the time of other ranges of a device, or of another device; absent once it is unknown for any.
void add_gpu_time(std::optional<GpuTime>& into, std::optional<GpuTime> const& other);

/// Adds a share to that of the same device, or as a new one.
void add_device(std::vector<DeviceShare>& devices, DeviceShare const& share);

/// Adds a share to that of the same process, or as a new one.
void add_process(std::vector<ProcessShare>& processes, ProcessShare const& share);

/// How many processes have ranges of the phase. Others may have a share too: their replayed graphs were
/// captured in it.
[[nodiscard]] std::uint64_t processes_with_ranges(std::vector<ProcessShare> const& shares) noexcept;

/// Throws unless the figures of all phases, shares, kernels and grids fit into one sum of each: they are
/// added up later, where the name of the file is not at hand.
void check_sums(Profile const& profile);

}  // namespace llmprof::inline v0
