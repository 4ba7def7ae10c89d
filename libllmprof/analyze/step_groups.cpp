// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/step_groups.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "libllmprof/model/phase_paths.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/analyze/steady_state.hpp"

namespace llmprof::inline v0 {
namespace {

using Phases = std::vector<PhaseProfile const*>;

bool is_warm_up(PhaseProfile const& phase) {
  constexpr std::array<std::string_view, 6> words{"warmup",    "warm_up",     "warm-up",
                                                  "dummy_run", "profile_run", "capture_model"};
  return std::any_of(phase.path.begin(), phase.path.end(), [&](Label const& label) {
    std::string const name = lower_case(label.name);
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return name.find(word) != std::string::npos; });
  });
}

/// Where a table has phases that others repeat in their paths, all of them have ranges; kernels of replayed
/// graphs alone make no step.
Phases of_kind(Profile const& profile, StepKind kind) {
  Phases found;
  for (PhaseProfile const& phase : profile.phases) {
    if (phase.step == kind && phase.instances != 0U) found.push_back(&phase);
  }
  return found;
}

/// Tables do not tell which ranges are inside which: of ours it is known.
void remove_loops_of_tables(Phases& phases, Profile const& profile) {
  if (profile.has_timeline) return;
  auto const is = [](PhaseProfile const* phase, char const* name) {
    return phase->path.back() == Label{"LLM", name};
  };
  bool const has_steps = std::any_of(phases.begin(), phases.end(),
                                     [&](PhaseProfile const* phase) { return is(phase, "decode_step"); });
  if (has_steps) std::erase_if(phases, [&](PhaseProfile const* phase) { return is(phase, "decode_all"); });
}

/// Bookkeeping that is called a step as well, and does nothing on a GPU.
void remove_idle(Phases& phases) {
  auto const works = [](PhaseProfile const* phase) {
    return phase->gpu_busy_ns.value_or(0) > 0 || phase->calls.value_or(0) > 0;
  };
  if (std::any_of(phases.begin(), phases.end(), works))
    std::erase_if(phases, [&](PhaseProfile const* phase) { return !works(phase); });
}

/// A range in which both prefills and decodes are is a request, whatever it is called.
void remove_requests(Phases& mixed, Profile const& profile) {
  std::erase_if(mixed, [&](PhaseProfile const* request) {
    return std::any_of(profile.phases.begin(), profile.phases.end(), [&](PhaseProfile const& phase) {
      return (phase.step == StepKind::prefill || phase.step == StepKind::decode) &&
             is_inside(phase, *request);
    });
  });
}

/// @return whether nothing but warm-up was there.
bool remove_warm_up(Phases& phases) {
  auto const steady = std::stable_partition(phases.begin(), phases.end(),
                                            [](PhaseProfile const* phase) { return !is_warm_up(*phase); });
  if (steady == phases.begin()) return !phases.empty();
  phases.erase(steady, phases.end());
  return false;
}

/// The parents come first in a profile.
Phases outermost(Phases const& phases) {
  Phases found;
  for (PhaseProfile const* const phase : phases) {
    if (std::none_of(found.begin(), found.end(),
                     [&](PhaseProfile const* other) { return is_inside(*phase, *other); }))
      found.push_back(phase);
  }
  return found;
}

/// What its own ranges did: replayed work of a capture in them is none of it.
std::int64_t work_of(PhaseProfile const& phase) {
  std::int64_t const kernels = phase.kernel_ns.value_or(0);
  return kernels > 0 ? kernels - phase.replayed.kernel_ns : phase.wall_ns.value_or(0);
}

Phases inside_of(PhaseProfile const& outer, Phases const& all) {
  Phases inside;
  for (PhaseProfile const* const phase : all) {
    if (is_inside(*phase, outer)) inside.push_back(phase);
  }
  return outermost(inside);
}

bool hold_most_of(Phases const& inner, PhaseProfile const& outer) {
  constexpr double most_of_the_work = 0.5;
  double work = 0;
  for (PhaseProfile const* const phase : inner) work += static_cast<double>(work_of(*phase));
  auto const whole = static_cast<double>(std::max(outer.kernel_ns.value_or(0), work_of(outer)));
  return !inner.empty() && work >= most_of_the_work * whole;
}

/// The rounds of a loop: what is inside it more often than it is there, with most of its work. They may have
/// numbers in their names, so that each is a phase; and there may be another range just around the loop.
/// Empty where `outer` is no loop.
Phases rounds_of(PhaseProfile const& outer, Phases const& all, unsigned wrappers = 3) {
  Phases const inner = inside_of(outer, all);
  bool const is_step_itself = outer.path.back().name.find("step") != std::string::npos;
  if (is_step_itself || !hold_most_of(inner, outer)) return {};
  if (ranges_of(inner) > outer.instances.value_or(0)) return inner;
  if (wrappers == 0) return {};
  Phases rounds;
  for (PhaseProfile const* const loop : inner) {
    Phases const found = rounds_of(*loop, all, wrappers - 1);
    rounds.insert(rounds.end(), found.begin(), found.end());
  }
  return rounds;
}

Phases steps_of(Phases const& whole, Phases const& all) {
  Phases steps;
  for (PhaseProfile const* const outer : whole) {
    Phases const rounds = rounds_of(*outer, all);
    if (rounds.empty()) steps.push_back(outer);
    steps.insert(steps.end(), rounds.begin(), rounds.end());
  }
  return steps;
}

}  // namespace

std::uint64_t ranges_of(std::vector<PhaseProfile const*> const& phases) noexcept {
  std::uint64_t sum = 0;
  for (PhaseProfile const* const phase : phases) sum += phase->instances.value_or(0);
  return sum;
}

std::vector<StepGroup> step_groups(Profile const& profile) {
  std::vector<StepGroup> groups;
  for (StepKind const kind : {StepKind::prefill, StepKind::decode, StepKind::mixed}) {
    Phases phases = of_kind(profile, kind);
    if (kind == StepKind::mixed) remove_requests(phases, profile);
    remove_loops_of_tables(phases, profile);
    if (profile.has_timeline) remove_idle(phases);
    bool const only_warm_up = remove_warm_up(phases);
    if (phases.empty()) continue;
    Phases const whole = outermost(phases);
    Phases const steps = steps_of(whole, phases);
    // Decode steps take about the same time; prompts differ in length.
    StepWork const work = kind == StepKind::decode ? StepWork::equal : StepWork::per_token;
    groups.push_back({kind, whole, steps, only_warm_up, steady_state(steps, work)});
  }
  return groups;
}

}  // namespace llmprof::inline v0
