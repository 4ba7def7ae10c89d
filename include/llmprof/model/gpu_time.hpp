// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Where the time of a device goes while ranges of a phase are open. All times in ns.
///
/// A device is idle from the end of what it did last, whoever asked for that, or from the begin of the range
/// if that is later, to the start of the phase's next operation. Idle times are told apart by what the host
/// did meanwhile; they add up to all of it, but for the wait of the first operation of the capture, which may
/// be for work from before. Kernels of a replayed graph are launched when the graph is.
struct GpuTime {
  std::int64_t kernels_busy_ns = 0;  ///< Union of kernels over streams.
  std::int64_t compute_busy_ns =
      0;                       ///< Union of kernels that are no communication (KernelClass::communication).
  std::int64_t memory_ns = 0;  ///< Sum of copies and sets.

  std::int64_t idle_submitted_ns = 0;  ///< The next operation was launched already: its latency, or it waits.
  std::int64_t idle_after_copy_ns =
      0;  ///< Nothing was submitted after a copy or set: the host waited for it.
  /// Nothing was submitted, for the host had waited until the device was done (SYNCHRONIZATION records);
  /// absent if the capture has no record of waits, and part of idle_host_ns then.
  std::optional<std::int64_t> idle_after_wait_ns;
  std::int64_t idle_host_ns = 0;  ///< Nothing was submitted: the host was late for other reasons.
  std::int64_t after_ns = 0;      ///< From the end of the range's last operation to the end of the range.

  std::int64_t launch_delay_ns = 0;  ///< Sum over `delayed`: from the launch call's begin to the start.
  std::uint64_t in_graphs = 0;       ///< Operations in CUDA graphs, which have no launch of their own.
  std::uint64_t delayed = 0;         ///< Operations outside graphs whose launch is known.

  /// Submitted and not yet started operations, mean over `during_ns`: Little's law.
  [[nodiscard]] std::optional<double> mean_queue_depth(std::int64_t during_ns) const noexcept {
    if (during_ns <= 0) return std::nullopt;
    return static_cast<double>(launch_delay_ns) / static_cast<double>(during_ns);
  }
  /// Time in which the device did nothing but communicate.
  [[nodiscard]] std::int64_t exposed_communication_ns() const noexcept {
    return compute_busy_ns < kernels_busy_ns ? kernels_busy_ns - compute_busy_ns : 0;
  }
  /// @throws Error if the sum does not fit.
  [[nodiscard]] std::int64_t idle_ns() const;

  friend bool operator==(GpuTime const&, GpuTime const&) = default;
};

}  // namespace v0
}  // namespace llmprof
