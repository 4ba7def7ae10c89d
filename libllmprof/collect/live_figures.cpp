// SPDX-License-Identifier: MIT
#include "llmprof/collect/live_figures.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "libllmprof/collect/live_sums.hpp"

namespace llmprof::inline v0 {
namespace {

void add_up(LiveKernel& sum, LiveKernel const& part) {
  sum.calls += part.calls;
  add_saturated(sum.total_ns, part.total_ns);
  sum.min_ns = std::min(sum.min_ns, part.min_ns);
  sum.max_ns = std::max(sum.max_ns, part.max_ns);
  sum.durations.merge(part.durations);
}

}  // namespace

void add_up(LivePhase& sum, LivePhase part) {
  sum.instances += part.instances;
  add_saturated(sum.wall_ns, part.wall_ns);
  sum.walls.merge(part.walls);
  sum.calls += part.calls;
  add_saturated(sum.kernel_ns, part.kernel_ns);
  add_saturated(sum.payload, part.payload);
  add_saturated(sum.tokens, part.tokens);
  std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(sum.kernels));
}

void join_kernels(std::vector<LiveKernel>& kernels) {
  std::sort(kernels.begin(), kernels.end(),
            [](LiveKernel const& a, LiveKernel const& b) { return a.name < b.name; });
  std::vector<LiveKernel> joined;
  joined.reserve(kernels.size());
  for (LiveKernel& kernel : kernels) {
    if (!joined.empty() && joined.back().name == kernel.name) {
      add_up(joined.back(), kernel);
    } else {
      joined.push_back(std::move(kernel));
    }
  }
  std::sort(joined.begin(), joined.end(), [](LiveKernel const& a, LiveKernel const& b) {
    return std::tie(b.total_ns, a.name) < std::tie(a.total_ns, b.name);
  });
  kernels = std::move(joined);
}

LivePhase total_of(LiveFigures const& figures, Label const& label) {
  LivePhase total;
  total.path = {label};
  for (LivePhase const& phase : figures.phases) {
    if (phase.path.empty() || phase.path.back() != label) continue;
    LivePhase part = phase;
    bool const inside_itself = std::count(part.path.begin(), part.path.end(), label) > 1;
    if (inside_itself) part.calls = 0;  // they are among those of the range around
    if (inside_itself) part.kernel_ns = 0;
    add_up(total, std::move(part));
  }
  join_kernels(total.kernels);
  return total;
}

}  // namespace llmprof::inline v0
