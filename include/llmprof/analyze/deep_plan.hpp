// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How often Nsight Compute runs a launch to read all counters that were asked for.
struct NcuPasses {
  std::uint64_t least = 1;
  std::uint64_t most = 1;
  std::string basis;  ///< What the figures rest on, for people.

  friend bool operator==(NcuPasses const&, NcuPasses const&) = default;
};

/// The passes of a section set: `basic`, `detailed`, `roofline`, `full`; of any other, the widest range.
[[nodiscard]] NcuPasses ncu_passes_of_set(std::string_view set);

/// By what ncu tells kernels apart (`--kernel-name-base`).
enum class KernelNameBase : std::uint8_t {
  function,   ///< The function's name alone: all instances of a template are one kernel.
  demangled,  ///< With template arguments.
};

/// `function` or `demangled`, as ncu takes it.
[[nodiscard]] std::string_view to_string(KernelNameBase base) noexcept;

struct DeepPlanOptions {
  /// Phases that kernels are chosen for, as Profile::find_all takes them. Empty: prefill and decode_all (or
  /// decode_step without it), and the outermost phases that hold none of these.
  std::vector<std::vector<Label>> phases;
  double coverage = 80;           ///< Percent of a phase's kernel time after which no more are chosen.
  std::size_t most_kernels = 10;  ///< Chosen for one phase; 0: none.
  std::size_t launches = 3;       ///< Of one kernel: one early, the others spread over the run. At least 1.
  std::size_t shapes = 3;         ///< Grids and blocks that are listed for a kernel, most time first.
  bool communication = false;     ///< Also kernels that wait for other ranks: alone, their replay may hang.
  std::optional<KernelNameBase> name_base;  ///< Absent: `function` where that tells the chosen ones apart.
  NcuPasses passes = ncu_passes_of_set("basic");
};

/// A phase that kernels were chosen for.
struct PlannedPhase {
  std::vector<Label> path;       ///< Empty: the whole run, where no phase has kernels.
  std::int64_t kernel_ns = 0;    ///< All kernel time of the phase.
  std::int64_t covered_ns = 0;   ///< Of it, in kernels that are planned, for whichever phase.
  std::int64_t left_out_ns = 0;  ///< Of it, in kernels that cannot be planned.
  std::size_t chosen = 0;        ///< Kernels chosen for this phase.
  std::size_t kernels = 0;       ///< Kernels that it has.

  /// covered_ns of kernel_ns, 0..100.
  [[nodiscard]] double coverage() const noexcept;

  friend bool operator==(PlannedPhase const&, PlannedPhase const&) = default;
};

/// What a planned kernel is to a phase.
struct PhaseUse {
  std::size_t phase = 0;  ///< Index into DeepPlan::phases.
  bool chosen = false;    ///< It was chosen for this phase; else it is in it as well.
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
  double share = 0;  ///< Of the phase's kernel time, 0..100.

  friend bool operator==(PhaseUse const&, PhaseUse const&) = default;
};

/// Launches of a planned kernel with one grid and block, over all devices.
struct PlannedShape {
  LaunchShape shape;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;

  friend bool operator==(PlannedShape const&, PlannedShape const&) = default;
};

/// A kernel to be measured: all kernels of the profile that share a canonical name (see KernelName).
struct PlannedKernel {
  std::string name;              ///< As the timeline prints it; of several, the one with most time.
  std::string canonical;         ///< What makes it one kernel.
  std::string function;          ///< Name without namespaces, template arguments and parameters.
  std::vector<PhaseUse> phases;  ///< In the order of DeepPlan::phases.
  std::uint64_t calls = 0;       ///< In the whole run.
  std::int64_t total_ns = 0;     ///< In the whole run.
  /// Launches to measure, from 1, ascending: of those with its first shape on the device where it takes most
  /// time; of all of them where no shape is known. The first launch is there only if it is the only one.
  std::vector<std::uint64_t> launches;
  std::vector<PlannedShape> shapes;  ///< Most time first.

  friend bool operator==(PlannedKernel const&, PlannedKernel const&) = default;
};

/// What Nsight Compute is told, for one run of it.
///
/// ncu takes one `--kernel-id` (and one `--kernel-name`), so one list of launch numbers holds for all
/// kernels; the plan picks the fewest numbers that serve all of them. They are counted for each kernel; from
/// 2025 on, as its documentation says, also for each grid, block and shared memory. `least` and `most` say
/// what both ways of counting give. `--launch-skip` does not go with it.
struct NcuSelection {
  KernelNameBase name_base = KernelNameBase::function;
  std::string kernel_id;                ///< `--kernel-id`: `::regex:^(f|g)$:^(2|9)$`. Empty: nothing to do.
  std::vector<std::uint64_t> launches;  ///< All numbers in it, ascending.
  std::uint64_t launch_count = 0;       ///< `--launch-count`: a guard, should the run differ; is `most`.
  bool graph_nodes = true;              ///< `--graph-profiling node`: kernels of graphs count as kernels.
  std::uint64_t planned = 0;            ///< Launches that the kernels of the plan ask for.
  std::uint64_t least = 0;              ///< Launches that ncu will measure, if the run is as it was.
  std::uint64_t most = 0;
  std::vector<std::string> also;  ///< Kernels of the timeline that it selects though they are not planned.

  friend bool operator==(NcuSelection const&, NcuSelection const&) = default;
};

/// What measuring will take. A range, not a promise.
struct DeepEstimate {
  NcuPasses passes;
  std::int64_t least_ns = 0;
  std::int64_t most_ns = 0;
  std::string basis;  ///< What it rests on, and what is not in it.

  friend bool operator==(DeepEstimate const&, DeepEstimate const&) = default;
};

/// What measuring so many launches will take, whichever they are.
/// @param run_ns Of the run that a timeline shows.
[[nodiscard]] DeepEstimate estimate_launches(std::uint64_t launches, NcuPasses const& passes,
                                             std::optional<std::int64_t> run_ns);

/// Which launches of which kernels Nsight Compute shall measure.
struct DeepPlan {
  static constexpr char const* schema = "llmprof.deep_plan/1";

  std::string source;   ///< The timeline.
  double coverage = 0;  ///< As asked for.
  std::size_t most_kernels = 0;
  std::vector<PlannedPhase> phases;
  std::vector<PlannedKernel> kernels;  ///< Most time in the whole run first.
  NcuSelection selection;
  DeepEstimate estimate;
  Diagnostics diagnostics;  ///< What is measured more or less than planned, and why.
};

/// Chooses kernels by their time in each phase, for itself, so that a short prefill is not lost beside a long
/// decode: the longest first, until they cover enough of the time that can be measured.
///
/// @param profile Of a timeline, with shapes (see AnalyzeOptions::max_shapes).
/// @throws InvalidArgument if the coverage is not within 0 and 100, or no launch is wanted.
[[nodiscard]] DeepPlan plan_deep(Profile const& profile, DeepPlanOptions const& options = {});

/// The kernels of a plan for which a profile has no counters, in the order of the plan.
///
/// Of kernels of cuBLASLt and cuDNN, ncu 2025.3.1 may measure the launch behind the one that it selects: its
/// table names what it measured, and what was planned is not in it.
/// @param profile With what ncu measured (see join_metrics). The pointers are into `planned`.
[[nodiscard]] std::vector<PlannedKernel const*> unmeasured(std::vector<PlannedKernel> const& planned,
                                                           Profile const& profile);

}  // namespace v0
}  // namespace llmprof
