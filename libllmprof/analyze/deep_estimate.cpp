// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/deep_estimate.hpp"

#include <string>

namespace llmprof::inline v0 {
namespace {

/// What a pass takes beside the kernel itself: memory is saved and restored, caches are flushed, counters are
/// set up. 39 ms a pass were measured on an H200 (ncu 2025.3.1, 30 launches, 10 passes, 645 MB saved), 91 ms
/// were reported by somebody else; small programs need less.
constexpr double least_pass_ns = 10e6;
constexpr double most_pass_ns = 100e6;
/// Clocks are locked to their base and caches are cold.
constexpr double slowdown = 2;

std::int64_t whole_ns(double ns) {
  constexpr double most = 9.2e18;
  return static_cast<std::int64_t>(ns < most ? ns : most);
}

}  // namespace

NcuPasses ncu_passes_of_set(std::string_view set) {
  if (set.empty() || set == "basic") {
    return {8, 10, "basic: 10 passes measured on an H200 with ncu 2025.3.1, 8 reported of other GPUs"};
  }
  if (set == "roofline") {
    return {15, 18, "roofline: 17 passes measured on an H200 with ncu 2025.3.1, 15 reported of other GPUs"};
  }
  if (set == "full") return {37, 50, "full: 37 and 38 passes reported; not measured by llmprof"};
  if (set == "detailed") {
    return {12, 40, "detailed: not measured; more than basic, fewer than full"};
  }
  return {1, 50, std::string(set) + ": not known; at least one pass, hardly more than full"};
}

DeepEstimate estimate_launches(std::uint64_t launches, NcuPasses const& passes,
                               std::optional<std::int64_t> run_ns) {
  NcuSelection selection;
  selection.least = launches;
  selection.most = launches;
  return estimate_deep(selection, passes, 0, 0, run_ns);
}

DeepEstimate estimate_deep(NcuSelection const& selection, NcuPasses const& passes, std::int64_t mean_ns,
                           std::int64_t longest_ns, std::optional<std::int64_t> run_ns) {
  auto const run = static_cast<double>(run_ns.value_or(0));
  auto const least = static_cast<double>(selection.least) * static_cast<double>(passes.least);
  auto const most = static_cast<double>(selection.most) * static_cast<double>(passes.most);
  DeepEstimate estimate;
  estimate.passes = passes;
  estimate.least_ns = whole_ns(run + least * (least_pass_ns + static_cast<double>(mean_ns)));
  estimate.most_ns = whole_ns(run + most * (most_pass_ns + slowdown * static_cast<double>(longest_ns)));
  estimate.basis =
      "the run as the timeline shows it, once, and for each pass over a launch 10 to 100 ms (39 ms measured "
      "on an H200 with 645 MB to save and restore) and the kernel's own time, up to twice its longest; " +
      passes.basis +
      ". Not in it: the start of the program, and what ncu costs launches that it leaves alone";
  return estimate;
}

}  // namespace llmprof::inline v0
