// SPDX-License-Identifier: MIT
#include "libllmprof/report/phase_figures.hpp"

#include <algorithm>

#include "libllmprof/model/names.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

double as_double(std::int64_t value) { return static_cast<double>(value); }

double length_of(std::optional<std::int64_t> wall_ns, std::optional<std::int64_t> span_ns) {
  return as_double(std::max(wall_ns.value_or(0), span_ns.value_or(0)));
}

}  // namespace

std::optional<double> busy_share(PhaseProfile const& phase) {
  if (!phase.span_ns || !phase.gpu_busy_ns || phase.instances == 0U)
    return std::nullopt;  // no GPU work, or only replayed
  // How long the devices of each process were there, and what was replayed, is not in a list of phases.
  if (phase.by_process.empty()) return std::nullopt;
  double available = 0;
  for (ProcessShare const& process : phase.by_process) {
    available += length_of(process.wall_ns, process.span_ns) * static_cast<double>(process.devices.size());
  }
  if (available <= 0) {
    available = length_of(phase.wall_ns, phase.span_ns) *
                static_cast<double>(std::max<std::size_t>(phase.by_device.size(), 1));
  }
  return ratio(as_double(*phase.gpu_busy_ns - phase.replayed.gpu_busy_ns), available);
}

std::optional<double> tokens_per_second(PhaseProfile const& phase) {
  if (!phase.tokens || !phase.wall_ns || phase.asynchronous.value_or(false)) return std::nullopt;
  return ratio(as_double(*phase.tokens) * 1e9, as_double(*phase.wall_ns));
}

std::optional<double> mean_wall_ns(PhaseProfile const& phase) {
  if (!phase.wall_ns || !phase.instances) return std::nullopt;
  return ratio(as_double(*phase.wall_ns), static_cast<double>(*phase.instances));
}

bool is_built_in(PhaseProfile const& phase) { return !phase.path.empty() && is_built_in(phase.path.back()); }

std::uint64_t attributed_ns(Profile const& profile) {
  std::uint64_t sum = 0;
  for (PhaseProfile const& phase : profile.phases)
    sum += static_cast<std::uint64_t>(phase.exclusive_kernel_ns.value_or(0));
  return sum;
}

std::optional<double> share_of(std::optional<std::int64_t> part, std::optional<std::int64_t> total) {
  return part && total ? ratio(as_double(*part), as_double(*total)) : std::nullopt;
}

std::string device_labels(Profile const& profile) {
  std::string labels;
  for (Device const& device : profile.devices) labels += (labels.empty() ? "" : ", ") + device_label(device);
  return labels.empty() ? std::string(not_available) : labels;
}

std::vector<PhaseProfile const*> operators_of(Profile const& profile) {
  std::vector<PhaseProfile const*> operators;
  for (PhaseProfile const& phase : profile.phases) {
    if (!is_built_in(phase)) operators.push_back(&phase);
  }
  std::stable_sort(operators.begin(), operators.end(),
                   [](auto const* a, auto const* b) { return a->kernel_ns > b->kernel_ns; });
  return operators;
}

std::string why_no_phases(Profile const& profile) {
  if (profile.has_timeline) {
    return "the capture holds no NVTX range; mark the phases with llmprof/nvtx.hpp, and let the "
           "collector trace NVTX";
  }
  // Tables of kernels do not know what is outside of ranges.
  if (profile.outside.calls && profile.kernels.empty())
    return "the input is a list of phases, which lacks their timeline; give the capture, or its profile.json";
  return profile.phases.empty()
             ? "the input is a table of kernels, which knows no ranges; give a timeline (nsys SQLite)"
             : "the input is a table, which tells neither how ranges are nested nor what is outside them; "
               "give "
               "a timeline (nsys SQLite)";
}

}  // namespace llmprof::inline v0
