// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/kernel_total.hpp"
#include "llmprof/model/label.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// All executions of one kernel that the ranges of one path launched themselves.
struct SummedKernel {
  std::string name;  ///< Demangled; "(graph)": a replay of a whole graph; "(other)": there were too many.
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t max_ns = 0;

  friend bool operator==(SummedKernel const&, SummedKernel const&) = default;
};

/// All ranges with one path that have ended. A kernel belongs to the ranges that were open at its launch;
/// those of replayed graphs to the ranges around the replay.
struct SummedPhase {
  std::vector<Label> path;  ///< Outermost first; "(other)" where there were too many.
  std::uint64_t instances = 0;
  std::int64_t wall_ns = 0;             ///< On the host.
  std::uint64_t calls = 0;              ///< Kernels launched inside, ranges within included.
  std::int64_t kernel_ns = 0;           ///< Of these; kernels that overlap count each.
  std::optional<std::int64_t> payload;  ///< Sum of the integer payloads; absent if there was none.
  std::optional<std::int64_t> tokens;   ///< Sum of the marks `tokens`; absent if there was none.
  std::vector<SummedKernel> kernels;    ///< By total time, the largest first.

  friend bool operator==(SummedPhase const&, SummedPhase const&) = default;
};

/// The whole of a run of which only the first events could be kept (`llmprof run --max-size`): sums that were
/// made while it ran, over the processes that reached the limit, from their first event to their last.
struct RunSums {
  std::uint64_t processes = 0;
  std::uint64_t windows = 0;        ///< Windows of recording that they had; 0: all was recorded.
  std::int64_t kept_ns = 0;         ///< Until the first of them reached the limit, from its first event on.
  std::vector<SummedPhase> phases;  ///< Each path once; those of the first process by path.
  KernelTotal outside{0, 0};        ///< Kernels launched outside all ranges.
  KernelTotal no_launch_record{0, 0};  ///< Kernels whose launch is unknown.
  std::uint64_t lost = 0;              ///< Records that are not in the sums either.

  friend bool operator==(RunSums const&, RunSums const&) = default;
};

/// Those of the same name as one. By total time, the largest first, then by name.
/// @throws Error if their times, or calls, add up to more than 64 bits hold: they cannot be right.
void join(std::vector<SummedKernel>& kernels);

/// The kernels of all phases, those of the same name as one. By total time, the largest first.
/// @throws Error as join does.
[[nodiscard]] std::vector<SummedKernel> summed_kernels(RunSums const& sums);

}  // namespace v0
}  // namespace llmprof
