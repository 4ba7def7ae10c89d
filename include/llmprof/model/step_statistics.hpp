// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How long the occurrences of a phase take in steady state (see PhaseInstance::step_ns), and what they do
/// meanwhile. Times in ns. Sums are over the occurrences that count, all devices together.
struct StepStatistics {
  std::uint64_t count = 0;               ///< Occurrences that count.
  std::uint64_t set_aside = 0;           ///< Occurrences before them that were warm-up, in no figure but this
  std::int64_t set_aside_ns = 0;         ///< and this one.
  std::int64_t set_aside_excess_ns = 0;  ///< Of set_aside_ns, what is more than usual; of prompts per token.
  bool overlapping = false;              ///< Some ran side by side on a thread (start/end ranges).
  bool sampled = false;                  ///< There were more; a sample was kept.
  double mean_ns = 0;                    ///< Meaningful, as all below, if count is not 0.
  double median_ns = 0;                  ///< Of an even count, the mean of the middle two.
  std::int64_t p95_ns = 0;               ///< Nearest rank: 95 % of the occurrences took no longer.
  std::int64_t p99_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t max_ns = 0;
  std::int64_t total_ns = 0;
  /// Time in which at least one was under way, summed over processes: less than total_ns where threads, or
  /// overlapping ranges, ran some side by side. Absent if only a sample was kept.
  std::optional<std::int64_t> elapsed_ns;
  std::int64_t kernel_ns = 0;
  std::int64_t gpu_busy_ns = 0;
  std::int64_t gpu_union_ns =
      0;  ///< The same, time that several share counted once (PhaseInstance::gpu_union_ns).
  std::uint64_t calls = 0;
  std::optional<std::int64_t> tokens;  ///< Absent if unknown for any of them.

  friend bool operator==(StepStatistics const&, StepStatistics const&) = default;
};

}  // namespace v0
}  // namespace llmprof
