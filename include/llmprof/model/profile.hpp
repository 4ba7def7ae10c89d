// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/collection_cost.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/engine_step.hpp"
#include "llmprof/model/gpu_time.hpp"
#include "llmprof/model/histogram.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/kernel_total.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/measured_kernel.hpp"
#include "llmprof/model/run_sums.hpp"
#include "llmprof/model/trace.hpp"
#include "llmprof/model/work.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How a median was obtained.
enum class MedianKind : std::uint8_t {
  exact,      ///< From all durations.
  histogram,  ///< From a Histogram: at most 1 % off.
  reported,   ///< As the input gave it.
};

/// Where a number of tokens comes from.
enum class TokenSource : std::uint8_t {
  none,     ///< The number is unknown.
  mark,     ///< Marks `tokens` inside the ranges.
  payload,  ///< Payloads of the ranges.
  label,    ///< Labels of the ranges, as engines write them.
  steps,    ///< The sum over the steps inside the ranges.
  several,  ///< Not the same for every range.
};

/// Launches of one kernel on one device within one phase (or in the whole trace), all its descendants
/// included.
struct KernelStats {
  std::uint32_t kernel = 0;         ///< Index into Profile::kernel_names.
  std::uint32_t device = no_index;  ///< Index into Profile::devices; no_index if the input does not say.
  std::uint64_t calls = 0;
  std::optional<std::int64_t> total_ns;
  std::optional<double> mean_ns;
  std::optional<std::int64_t> min_ns;
  std::optional<double> median_ns;
  MedianKind median_kind = MedianKind::exact;
  std::optional<std::int64_t> max_ns;
  std::optional<double> stddev_ns;
  std::optional<double>
      sum_of_squares;   ///< Of the durations, in ns^2; with total and calls it gives a merged stddev.
  Histogram histogram;  ///< Empty where the input was a table.
};

/// Work of replayed CUDA graphs in a phase below the range around their launch: it belongs to the ranges of
/// the capture, which were not open when it ran, so no instance, wall time or span goes with it.
struct ReplayedWork {
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
  std::int64_t gpu_busy_ns = 0;  ///< Union per device, summed over devices.

  friend bool operator==(ReplayedWork const&, ReplayedWork const&) = default;
};

/// What one device did for a phase.
struct DeviceShare {
  std::uint32_t device = 0;  ///< Index into Profile::devices.
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
  std::optional<std::int64_t> exclusive_kernel_ns = 0;  ///< Absent where a list of phases does not tell.
  std::int64_t gpu_busy_ns = 0;      ///< Union of kernels, copies and sets over all streams.
  std::optional<GpuTime> time = {};  ///< Absent where the input was no trace, and in the share of a process.
};

/// What one process did for a phase.
struct ProcessShare {
  std::uint32_t process = 0;  ///< Index into Profile::processes.
  std::uint64_t instances = 0;
  std::int64_t wall_ns = 0;
  std::optional<std::int64_t> span_ns;
  std::optional<bool> asynchronous;
  std::int64_t kernel_ns = 0;
  std::int64_t exclusive_kernel_ns = 0;
  std::int64_t gpu_busy_ns = 0;
  std::uint64_t calls = 0;
  std::optional<std::int64_t> tokens;
  std::vector<DeviceShare> devices;
};

/// One occurrence of a phase: one range.
struct PhaseInstance {
  std::uint32_t process = 0;  ///< Index into Profile::processes.
  std::int64_t thread = 0;    ///< Thread id of the range.
  Nanoseconds start = 0;
  std::int64_t wall_ns = 0;              ///< Host range: end - start.
  std::optional<Nanoseconds> gpu_start;  ///< Start of its first GPU operation; absent without GPU work.
  std::optional<std::int64_t> span_ns;   ///< From there to the end of its last.
  std::int64_t kernel_ns = 0;            ///< Sum over its kernels, those of ranges inside it included.
  std::int64_t gpu_busy_ns = 0;
  std::uint64_t calls = 0;
  std::optional<std::int64_t> tokens;
  /// From its start, or the end of the one before it on the thread if that is later, to its end; both ends
  /// are those of the range or of its GPU work, whichever is later. Where the GPU keeps up, it is the wall
  /// time; where the host runs ahead, the distance between ends, of the first one the span. Absent where the
  /// input does not tell.
  std::optional<std::int64_t> step_ns = {};
  /// Of gpu_busy_ns, what no other occurrence of the phase has: the sum over those of a process is its
  /// ProcessShare::gpu_busy_ns, however many of them ran at the same time.
  std::int64_t gpu_union_ns = 0;
  /// Devices that worked for it; one that did less than 5 % of what the busiest did is none. 0: none, or
  /// unknown.
  std::uint32_t devices = 0;
};

/// All ranges with one path. From a trace all of its sums are known; tables know a part of them, and of the
/// path the phase's own label alone.
struct PhaseProfile {
  std::vector<Label> path;                     ///< Outermost first; the last one is the phase's own label.
  std::optional<std::uint64_t> processes = 0;  ///< How many processes have it.
  std::optional<std::uint64_t> instances = 0;
  std::optional<std::uint64_t> with_gpu_work =
      0;                                    ///< Instances that had any; absent where tables do not tell.
  std::optional<std::int64_t> wall_ns = 0;  ///< Sum over the instances.
  std::optional<std::int64_t> span_ns;  ///< Sum over the instances with GPU work; absent if there is none.
  std::optional<bool> asynchronous;  ///< GPU work ended after some range had closed; absent without GPU work.
  std::optional<std::int64_t> kernel_ns = 0;            ///< Inclusive: of this phase and all below it.
  std::optional<std::int64_t> exclusive_kernel_ns = 0;  ///< Of launches whose innermost range is of it.
  std::optional<std::int64_t> gpu_busy_ns = 0;  ///< Union over streams per device, summed over devices.
  std::optional<std::uint64_t> calls = 0;       ///< Inclusive.
  std::optional<std::int64_t> tokens;           ///< Absent if unknown for any instance.
  TokenSource tokens_from = TokenSource::none;
  std::optional<GpuTime> gpu_time;  ///< Sum over devices; absent where the input was no trace.
  ReplayedWork replayed;            ///< Part of calls, kernel_ns and gpu_busy_ns.
  std::vector<DeviceShare> by_device;
  std::vector<ProcessShare> by_process;
  std::vector<KernelStats> kernels;  ///< Inclusive, sorted by total.
  std::vector<PhaseInstance> rows;   ///< Every instance, or a stated sample of them, in time order.
  bool rows_sampled = false;         ///< True if `rows` is a sample.
  /// What its ranges are for inference; mixed if they differ, absent if they are no steps of it.
  std::optional<StepKind> step;
  /// Of its ranges, how many were under way at a time in a process, mean over the time in which any was (see
  /// PhaseInstance::step_ns). Absent where they are no steps of inference, or the input does not tell.
  std::optional<double> side_by_side = {};
  bool start_end = false;  ///< Some of its ranges are start/end ranges; false where the input does not tell.

  [[nodiscard]] std::size_t depth() const noexcept { return path.empty() ? 0 : path.size() - 1; }
};

/// GPU busy share over time, for charts: equal bins over the whole capture.
struct TimelineTrack {
  std::string name;         ///< A device, or the label of a phase.
  std::vector<float> busy;  ///< Share of each bin in which it was busy, 0..1; at most 4,096 bins.
};

struct Timeline {
  Nanoseconds start = 0;
  Nanoseconds bin_ns = 0;  ///< 0 if there is no timeline.
  std::vector<TimelineTrack> tracks;
};

/// A thread that launched kernels outside any range.
struct OutsideThread {
  std::uint32_t process = 0;  ///< Index into Profile::processes.
  std::int64_t tid = 0;
  std::string name;
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
};

/// Launches of whole CUDA graphs whose kernels are hidden.
struct HiddenGraphs {
  std::uint64_t launches = 0;
  std::int64_t gpu_ns = 0;  ///< Sum of the durations of the graphs on the device.
};

/// What the analysis made of a capture: small, mergeable, and all that a report needs.
///
/// Invariant where the input was a trace, to the nanosecond: the exclusive kernel times of all phases +
/// outside + no_launch_record = total.
struct Profile {
  static constexpr char const* schema = "llmprof.profile/1";

  std::string source;                     ///< The input with the times.
  std::string tool;                       ///< What collected it; empty if unknown.
  bool has_timeline = false;              ///< The input was a trace: busy times and nesting are known.
  std::optional<Nanoseconds> capture_ns;  ///< From the first event to the last.
  std::optional<Nanoseconds> start_utc_ns;

  std::vector<Process> processes;
  std::vector<Device> devices;
  std::vector<std::string> kernel_names;

  std::vector<PhaseProfile> phases;      ///< Parents before children, siblings by first start.
  std::vector<KernelStats> kernels;      ///< The whole trace, sorted by total.
  std::vector<KernelShape> shapes;       ///< Grids and blocks, most time first; empty if not asked for.
  std::vector<KernelWork> work;          ///< Operations and bytes that ncu measured, by kernel and shape.
  std::vector<MeasuredKernel> measured;  ///< Kernels that ncu measured, most time on the timeline first.
  KernelTotal total;
  KernelTotal outside;                         ///< Kernels outside any range.
  KernelTotal no_launch_record;                ///< Kernels whose launch is not in the capture.
  std::int64_t gpu_busy_ns = 0;                ///< Of the whole trace, over all devices.
  std::vector<OutsideThread> outside_threads;  ///< Most kernel time first.
  HiddenGraphs hidden_graphs;
  std::uint64_t lost_launches = 0;  ///< Of which the kernels are not in the capture, by a fault of the tool.
  Timeline timeline;
  std::optional<CollectionCost> collection;  ///< Absent if no run of our own collector made the capture.
  std::optional<RunSums> whole_run;          ///< Only where the capture has the first events of a run alone.
  Diagnostics diagnostics;

  /// The phase whose path ends in `path` and is shortest, or null: `LLM@decode_step` finds
  /// `LLM@decode_all/LLM@decode_step`. The pointer lives as long as `phases` is not changed.
  [[nodiscard]] PhaseProfile const* find(std::vector<Label> const& path) const noexcept;

  /// All phases whose paths end in `path`, without those that are inside another of them: `LLM@prefill` finds
  /// it in every request. The pointers live as long as `phases` is not changed.
  [[nodiscard]] std::vector<PhaseProfile const*> find_all(std::vector<Label> const& path) const;
};

/// Several phases of one profile as one: sums, and kernels brought together. The path is that of the first;
/// rows are left out. Medians come from histograms where a kernel is in more than one of them.
/// @throws Error if the sums do not fit.
[[nodiscard]] PhaseProfile merged(std::vector<PhaseProfile const*> const& phases);

/// `NVIDIA H200 (0)`: the name and the ordinal, or `GPU 0` where the name is unknown.
[[nodiscard]] std::string device_label(Device const& device);

/// One kernel of a profile as a record with names. @param stats One of `profile`'s own.
[[nodiscard]] KernelRecord to_record(Profile const& profile, KernelStats const& stats);

/// All of `stats` as records with names, in their order.
[[nodiscard]] std::vector<KernelRecord> to_records(Profile const& profile,
                                                   std::vector<KernelStats> const& stats);

}  // namespace v0
}  // namespace llmprof
