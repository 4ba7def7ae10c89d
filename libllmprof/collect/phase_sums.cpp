// SPDX-License-Identifier: MIT
#include "libllmprof/collect/phase_sums.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "libllmprof/collect/live_sums.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_empty(LivePhase const& phase) { return phase.instances == 0 && phase.calls == 0 && !phase.tokens; }

struct WrittenPhase {
  std::vector<std::string> labels;
  LivePhase phase;
};

/// The same path comes twice where one is "(other)", or names were lost.
std::vector<LivePhase> join(std::vector<WrittenPhase>& written) {
  std::sort(written.begin(), written.end(),
            [](WrittenPhase const& a, WrittenPhase const& b) { return a.labels < b.labels; });
  std::vector<LivePhase> phases;
  for (WrittenPhase& next : written) {
    if (!phases.empty() && phases.back().path == next.phase.path) {
      add_up(phases.back(), std::move(next.phase));
    } else {
      phases.push_back(std::move(next.phase));
    }
  }
  for (LivePhase& phase : phases) join_kernels(phase.kernels);
  return phases;
}

}  // namespace

LivePhase& PhaseSums::own(std::uint32_t path) {
  if (path >= own_.size()) own_.resize(path + 1);
  return own_[path];
}

void PhaseSums::add_instance(std::uint32_t path, std::int64_t wall_ns, std::optional<std::int64_t> payload) {
  LivePhase& phase = own(path);
  ++phase.instances;
  add_saturated(phase.wall_ns, wall_ns);
  phase.walls.add(wall_ns);
  add_saturated(phase.payload, payload);
}

void PhaseSums::add_tokens(std::uint32_t path, std::int64_t tokens) {
  add_saturated(own(path).tokens, tokens);
}

void PhaseSums::add_kernel(std::uint32_t path, std::uint32_t name, std::int64_t duration_ns) {
  LivePhase& phase = own(path);
  ++phase.calls;
  add_saturated(phase.kernel_ns, duration_ns);
  if (path == PathTree::outside) return;
  LiveKernel& sums = kernel(path, name);
  sums.min_ns = sums.calls == 0 ? duration_ns : std::min(sums.min_ns, duration_ns);
  sums.max_ns = std::max(sums.max_ns, duration_ns);
  add_saturated(sums.total_ns, duration_ns);
  sums.durations.add(duration_ns);
  ++sums.calls;
}

LiveKernel& PhaseSums::kernel(std::uint32_t path, std::uint32_t name) {
  auto const known = kernel_numbers_.find(std::uint64_t{path} << 32U | name);
  if (known != kernel_numbers_.end()) return kernels_[known->second].sums;
  bool const has_room = name == other_kernel || kernels_.size() < most_kernels_;
  bool const has_name = name >= graph_kernel || names_.may_know(name);
  return has_room && has_name ? make_kernel(path, name) : kernel(path, other_kernel);
}

LiveKernel& PhaseSums::make_kernel(std::uint32_t path, std::uint32_t name) {
  kernel_numbers_.emplace(std::uint64_t{path} << 32U | name, static_cast<std::uint32_t>(kernels_.size()));
  return kernels_.emplace_back(Kernel{path, name, {}}).sums;
}

std::string_view PhaseSums::name_of(std::uint32_t kernel) const {
  if (kernel == other_kernel) return other_name;
  return kernel == graph_kernel ? std::string_view("(graph)") : names_.text(kernel);
}

/// With what happened in ranges inside.
std::vector<LivePhase> PhaseSums::by_number(PathTree const& paths) const {
  std::vector<LivePhase> phases = own_;
  phases.resize(paths.size());
  for (Kernel const& kernel : kernels_) {
    LiveKernel& sums = phases[kernel.path].kernels.emplace_back(kernel.sums);
    sums.name = name_of(kernel.name);
  }
  for (auto path = static_cast<std::uint32_t>(phases.size() - 1); path != PathTree::outside; --path) {
    LivePhase& around = phases[paths.around(path)];
    around.calls += phases[path].calls;
    add_saturated(around.kernel_ns, phases[path].kernel_ns);
  }
  return phases;
}

std::vector<LivePhase> PhaseSums::phases(PathTree const& paths) const {
  std::vector<LivePhase> phases = by_number(paths);
  std::vector<WrittenPhase> written;
  for (std::uint32_t path = PathTree::outside + 1; path < phases.size(); ++path) {
    LivePhase& phase = phases[path];
    if (is_empty(phase)) continue;
    phase.path = paths.labels(path);
    WrittenPhase& next = written.emplace_back();
    for (Label const& label : phase.path) next.labels.push_back(to_string(label));
    next.phase = std::move(phase);
  }
  return join(written);
}

}  // namespace llmprof::inline v0
