// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/trace.hpp"
#include "llmprof/model/work.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Dense peak of one path, in operations per second.
struct PathPeak {
  ComputePath path = ComputePath::fp32;
  double per_second = 0;
};

/// The roofs of one device, at the clock at which the work ran.
struct RooflinePeaks {
  std::vector<PathPeak> compute;           ///< Of the paths that are known.
  std::optional<double> bytes_per_second;  ///< Of the device memory.
};

/// Which roof is above a point.
enum class RooflineSide : std::uint8_t { memory, compute };

/// `memory` or `compute`.
[[nodiscard]] std::string_view to_string(RooflineSide side) noexcept;

/// Work in a roofline chart (Williams, Waterman, Patterson 2009). Everything that does not follow from what
/// is known is absent.
struct RooflinePoint {
  WorkSource source = WorkSource::measured;
  std::optional<double> operations;             ///< Over all paths.
  std::optional<double> dram_bytes;             ///< Read and written.
  std::optional<double> seconds;                ///< That it took.
  std::optional<double> intensity;              ///< Operations per byte; absent where no byte was moved.
  std::optional<double> operations_per_second;  ///< Achieved.
  std::optional<double> bytes_per_second;       ///< Achieved.
  std::optional<double> bandwidth_share;        ///< Of the peak, 0..1.
  std::optional<double> peak;   ///< Operations per second: operations / sum over paths (operations / peak).
  std::optional<double> ridge;  ///< peak / bandwidth: the intensity at which the two roofs meet.
  std::optional<double> roof;   ///< Operations per second: min(peak, intensity x bandwidth).
  std::optional<double> roof_share;  ///< Shortest time under the roofs / time it took, 0..1 of a true roof.
  /// memory where the intensity is below the ridge, and no operations are unknown.
  std::optional<RooflineSide> side;
  /// Operations of some paths are unknown: there may be more, and more of the roof is used.
  bool at_least = false;
  std::vector<std::string> missing;  ///< What is unknown and why.
};

/// Where work stands below the roofs.
///
/// Work of several paths has no single peak. Its roof is the time that each path needs at its own peak, one
/// after the other: sum(operations / peak). As a rate that is the harmonic mean of the peaks, weighted by
/// operations; with one path, its peak. Paths that run side by side could be faster by at most a factor of
/// their number, so for a kernel that mixes them evenly the share of the roof may pass 1; where one path does
/// nearly all of the work, as in a GEMM, it makes no difference.
///
/// Work without operations (a copy) is below the memory roof, work without bytes (all in the cache) below the
/// compute roof.
[[nodiscard]] RooflinePoint roofline_point(Work const& work, RooflinePeaks const& peaks);

/// Launches of one kernel in one phase on the timeline: all of one shape, or of any where it is unknown.
struct CalledKernel {
  std::uint32_t kernel = 0;  ///< Index into Profile::kernel_names.
  std::optional<LaunchShape> shape;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
};

/// Adds what was measured for one row of ncu (`launches` > 1 only for a summary, whose work is of one).
void add_launch(std::vector<KernelWork>& measured, std::uint32_t kernel,
                std::optional<LaunchShape> const& shape, Work const& of_one, std::uint64_t launches = 1,
                std::vector<Label> const& path = {});

/// Work of a phase as far as its kernels were measured.
struct PhaseWork {
  Work work;                    ///< Of the covered kernels, all their calls; seconds are of the timeline.
  std::int64_t kernel_ns = 0;   ///< All kernels of the phase, on the timeline.
  std::int64_t covered_ns = 0;  ///< Those that were measured.
  /// Those of kernels whose launches of one shape did work that differs by more than 5 %: a GEMM kernel may
  /// serve several sizes with one grid. For them the mean of the launches measured may not be that of all.
  std::int64_t uneven_ns = 0;
  /// Time of the covered calls if each took as long as under ncu, which replays with other clocks and cold
  /// caches; far from covered_ns, the launches measured do not stand for the others. Absent if unknown.
  std::optional<double> replayed_ns;

  /// covered_ns / kernel_ns; absent for a phase without kernel time.
  [[nodiscard]] std::optional<double> coverage() const noexcept;
};

/// Scales what was measured to all calls of a phase: work of the launches measured x calls / launches, for
/// each kernel and shape. A call of a shape that was not measured is not covered; where one side does not
/// know the shape, all launches of the kernel stand for it.
///
/// Only kernel time enters, so a share of the roof is that of the time in which kernels ran.
/// @throws Error if the durations do not fit.
[[nodiscard]] PhaseWork phase_work(std::vector<CalledKernel> const& called,
                                   std::vector<KernelWork> const& measured);

}  // namespace v0
}  // namespace llmprof
