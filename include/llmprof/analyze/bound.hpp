// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What keeps a phase from being faster.
enum class Bound : std::uint8_t {
  unknown,        ///< The data do not tell; Verdict::because says what would.
  launch,         ///< The GPU waits for the host.
  communication,  ///< The GPU waits for other GPUs.
  memory,         ///< Bandwidth of the device memory.
  compute,        ///< Throughput of the arithmetic units.
  mixed,          ///< None of them is near its limit.
};

/// `launch bound`, `memory bound`, ..., `mixed`, `unknown`.
[[nodiscard]] std::string_view to_string(Bound bound) noexcept;

/// Shares between 0 and 1 that a verdict may rest on; absent where they are not known.
struct BoundEvidence {
  std::optional<double> busy;                   ///< Of the step time: the GPU did something.
  std::optional<double> exposed_communication;  ///< Of the step time: it did nothing but communicate.
  /// Of what the device could do in the time in which it was busy, from the model's FLOPs and bytes.
  std::optional<double> compute_of_peak;
  std::optional<double> memory_of_peak;
  /// The same from hardware counters, mean over the kernels measured, weighted by their time.
  std::optional<double> measured_compute;
  std::optional<double> measured_memory;
};

struct Verdict {
  Bound bound = Bound::unknown;
  std::string because;  ///< The figures that it rests on, and the limits that they are held against.

  friend bool operator==(Verdict const&, Verdict const&) = default;
};

/// From here on the GPU is taken to be kept from working: less busy than this is launch bound, so much of the
/// time in communication alone is communication bound, so much of a peak is bound by it.
inline constexpr double launch_bound_below = 0.7;
inline constexpr double communication_bound_from = 0.3;
inline constexpr double peak_bound_from = 0.5;

/// Communication first, for a GPU that waits for others is busy; then the host; then what the busy time went
/// into. Where a share is measured and computed, the larger counts.
[[nodiscard]] Verdict judge(BoundEvidence const& evidence);

}  // namespace v0
}  // namespace llmprof
