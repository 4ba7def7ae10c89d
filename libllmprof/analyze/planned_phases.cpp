// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/planned_phases.hpp"

#include <algorithm>

#include "libllmprof/model/names.hpp"
#include "libllmprof/model/phase_paths.hpp"

namespace llmprof::inline v0 {
namespace {

/// Built-in phases, each once, but for those inside another: decode steps inside decode_all.
std::vector<std::vector<Label>> outermost_built_in(Profile const& profile) {
  std::vector<std::vector<Label>> found;
  for (PhaseProfile const& phase : profile.phases) {
    if (phase.path.empty() || !is_built_in(phase.path.back())) continue;
    auto const last = std::prev(phase.path.end());
    std::vector<Label> const label{*last};
    if (std::any_of(phase.path.begin(), last, is_built_in)) continue;
    if (std::find(found.begin(), found.end(), label) == found.end()) found.push_back(label);
  }
  return found;
}

/// What find_all finds, brought together; without kernels it is none.
void add_phase(PhasesToPlan& plan, std::vector<Label> const& path,
               std::vector<PhaseProfile const*> const& parts) {
  PhaseProfile phase = merged(parts);
  if (phase.kernels.empty()) return;
  phase.path = path;
  plan.phases.push_back(std::move(phase));
}

void add_default(PhasesToPlan& plan, Profile const& profile) {
  for (std::vector<Label> const& label : outermost_built_in(profile))
    add_phase(plan, label, profile.find_all(label));
  for (PhaseProfile const& top : profile.phases) {
    if (top.depth() > 0) continue;
    bool const holds_built_in =
        std::any_of(profile.phases.begin(), profile.phases.end(), [&](PhaseProfile const& phase) {
          return is_at_or_below(phase.path, top.path) && is_built_in(phase.path.back());
        });
    if (!holds_built_in) add_phase(plan, top.path, {&top});
  }
}

void add_wanted(PhasesToPlan& plan, Profile const& profile, std::vector<Label> const& path) {
  auto const found = profile.find_all(path);
  std::size_t const before = plan.phases.size();
  if (!found.empty()) add_phase(plan, path, found);
  if (plan.phases.size() > before) return;
  std::string const why =
      found.empty() ? "there is no such phase on the timeline" : "the phase has no kernels";
  plan.diagnostics.push_back(
      {Severity::warning, phase_name(path) + ": " + why + ", none is chosen for it", profile.source, {}});
}

PhaseProfile whole_run(Profile const& profile) {
  PhaseProfile whole;
  whole.kernels = profile.kernels;
  return whole;
}

}  // namespace

PhasesToPlan phases_to_plan(Profile const& profile, std::vector<std::vector<Label>> const& wanted) {
  PhasesToPlan plan;
  for (std::vector<Label> const& path : wanted) add_wanted(plan, profile, path);
  if (!wanted.empty()) return plan;
  add_default(plan, profile);
  if (plan.phases.empty() && !profile.kernels.empty()) plan.phases.push_back(whole_run(profile));
  return plan;
}

std::string phase_name(std::vector<Label> const& path) {
  return path.empty() ? "the whole run" : to_string(path);
}

}  // namespace llmprof::inline v0
