// SPDX-License-Identifier: MIT
#include "libllmprof/collect/run_sums.hpp"

#include <algorithm>

#include "libllmprof/collect/live_sums.hpp"
#include "llmprof/model/kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

SummedPhase& phase_of(RunSums& sums, std::vector<Label> const& path) {
  auto const place = std::find_if(sums.phases.begin(), sums.phases.end(),
                                  [&](SummedPhase const& phase) { return phase.path == path; });
  return place != sums.phases.end() ? *place : sums.phases.emplace_back(SummedPhase{.path = path});
}

SummedKernel summed(LiveKernel const& kernel) {
  return {.name = parse_kernel_name(kernel.name).demangled,
          .calls = kernel.calls,
          .total_ns = kernel.total_ns,
          .min_ns = kernel.min_ns,
          .max_ns = kernel.max_ns};
}

void add_phase(SummedPhase& sum, LivePhase const& phase) {
  sum.instances += phase.instances;
  add_saturated(sum.wall_ns, phase.wall_ns);
  sum.calls += phase.calls;
  add_saturated(sum.kernel_ns, phase.kernel_ns);
  add_saturated(sum.payload, phase.payload);
  add_saturated(sum.tokens, phase.tokens);
  for (LiveKernel const& kernel : phase.kernels) sum.kernels.push_back(summed(kernel));
  join(sum.kernels);
}

void add(KernelTotal& sum, std::uint64_t calls, std::int64_t kernel_ns) {
  *sum.calls += calls;
  add_saturated(*sum.kernel_ns, kernel_ns);
}

}  // namespace

void add_process(RunSums& sums, LiveFigures const& figures, spool::Header const& header) {
  std::int64_t const kept = duration_of(header.opened, spool::kept_until(header));
  sums.kept_ns = sums.processes == 0 ? kept : std::min(sums.kept_ns, kept);
  ++sums.processes;
  sums.windows += header.windows;
  for (LivePhase const& phase : figures.phases) add_phase(phase_of(sums, phase.path), phase);
  add(sums.outside, figures.outside_calls, figures.outside_kernel_ns);
  add(sums.no_launch_record, figures.unattributed_calls, figures.unattributed_kernel_ns);
  sums.lost += figures.dropped + header.dropped + header.cupti_dropped + header.without_time;
}

}  // namespace llmprof::inline v0
