// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/model/histogram.hpp"
#include "llmprof/model/label.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// All executions of one kernel that one phase launched itself, not through a range inside it.
struct LiveKernel {
  /// As the program has it, mangled; "(graph)": a replay of a whole graph; "(other)": there are too many.
  std::string name;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t max_ns = 0;
  Histogram durations;  ///< ns
};

/// All ranges with one path, of all threads, since the collector was started first.
///
/// The path is start/end ranges of the process, then push/pop ranges of the thread, each in the order in
/// which they were opened. A range counts as an instance of the path that it was opened with; a kernel
/// belongs to the path at its launch, which is another one if a start/end range around was opened, or closed,
/// since.
struct LivePhase {
  std::vector<Label> path;      ///< Outermost first; "(other)" when there are too many paths.
  std::uint64_t instances = 0;  ///< Ranges that have ended.
  std::int64_t wall_ns = 0;     ///< Of those, on the host.
  Histogram walls;              ///< ns
  std::uint64_t calls = 0;      ///< Kernels launched inside, ranges within included.
  std::int64_t kernel_ns = 0;   ///< Sum of their durations; kernels that overlap count each.
  /// Sum of the integer payloads of the ranges that have ended; absent if none had one.
  std::optional<std::int64_t> payload;
  /// Sum of the marks `tokens` directly inside; absent if there was none.
  std::optional<std::int64_t> tokens;
  std::vector<LiveKernel> kernels;  ///< By total time, the largest first.
};

struct LiveDevice {
  std::uint32_t device = 0;  ///< CUDA's number, in this process.
  std::string name;          ///< Empty if unknown.
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
  std::int64_t copy_ns = 0;  ///< Copies and sets.
  std::int64_t busy_ns = 0;  ///< Time with at least one kernel, copy or set at work.
};

/// What a collector has seen. Figures only grow, so that the difference of two snapshots is what happened
/// between them.
struct LiveFigures {
  std::int64_t recorded_ns = 0;     ///< Time that the collector was on.
  std::vector<LivePhase> phases;    ///< By path.
  std::vector<LiveDevice> devices;  ///< By number.
  std::uint64_t outside_calls = 0;  ///< Kernels launched outside all ranges.
  std::int64_t outside_kernel_ns = 0;
  std::uint64_t unattributed_calls = 0;  ///< Kernels whose launch is unknown.
  std::int64_t unattributed_kernel_ns = 0;
  std::uint64_t stray_ends = 0;  ///< Ranges that were closed and not open: they began before start().
  std::uint64_t dropped = 0;     ///< Records that were lost: figures are too small.
};

/// The figures of all phases whose last label this is, added up; all zero if there is none. A kernel inside
/// two ranges of this label is counted once.
[[nodiscard]] LivePhase total_of(LiveFigures const& figures, Label const& label);

}  // namespace v0
}  // namespace llmprof
