// SPDX-License-Identifier: MIT
#include "llmprof/analyze/deep_plan.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "libllmprof/analyze/deep_estimate.hpp"
#include "libllmprof/analyze/kernel_groups.hpp"
#include "libllmprof/analyze/launch_numbers.hpp"
#include "libllmprof/analyze/ncu_selection.hpp"
#include "libllmprof/analyze/planned_phases.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/error.hpp"
#include "llmprof/model/kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double outside_share_worth_a_warning = 0.05;

/// What a group of kernels did in one phase.
struct GroupWork {
  std::size_t group = 0;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
};

class Planner {
 public:
  Planner(Profile const& profile, DeepPlanOptions const& options)
      : profile_(profile), options_(options), groups_(profile, options.communication) {}

  DeepPlan run() {
    plan_.source = profile_.source;
    plan_.coverage = options_.coverage;
    plan_.most_kernels = options_.most_kernels;
    PhasesToPlan phases = phases_to_plan(profile_, options_.phases);
    plan_.diagnostics = std::move(phases.diagnostics);
    for (PhaseProfile const& phase : phases.phases) choose(phase);
    fill_kernels();
    fill_covered();
    fill_launches();
    diagnose();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] KernelGroup const& group_at(std::size_t group) const { return groups_.all()[group]; }

  /// The groups of a phase, most time first.
  [[nodiscard]] std::vector<GroupWork> work_of(PhaseProfile const& phase) const {
    std::vector<GroupWork> by_group(groups_.all().size());
    for (KernelStats const& stats : phase.kernels) {
      GroupWork& work = by_group[groups_.of(stats.kernel)];
      add_checked(work.calls, stats.calls);
      add_checked(work.total_ns, stats.total_ns.value_or(0));
    }
    for (std::size_t i = 0; i < by_group.size(); ++i) by_group[i].group = i;
    std::erase_if(by_group, [](GroupWork const& work) { return work.calls == 0; });
    std::sort(by_group.begin(), by_group.end(), [&](GroupWork const& a, GroupWork const& b) {
      if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
      return group_at(a.group).name < group_at(b.group).name;
    });
    return by_group;
  }

  void choose(PhaseProfile const& phase) {
    PlannedPhase planned;
    planned.path = phase.path;
    std::vector<GroupWork> work = work_of(phase);
    planned.kernels = work.size();
    for (GroupWork const& each : work) {
      add_checked(planned.kernel_ns, each.total_ns);
      if (group_at(each.group).left_out != LeftOut::no) add_checked(planned.left_out_ns, each.total_ns);
    }
    auto const measurable = static_cast<double>(planned.kernel_ns - planned.left_out_ns);
    double reached = 0;
    std::vector<std::size_t> chosen;
    for (GroupWork const& each : work) {
      bool const is_enough = reached * 100 >= options_.coverage * measurable;
      if (is_enough || chosen.size() == options_.most_kernels || each.total_ns <= 0) break;
      if (group_at(each.group).left_out != LeftOut::no) continue;
      reached += static_cast<double>(each.total_ns);
      chosen.push_back(each.group);
    }
    planned.chosen = chosen.size();
    plan_.phases.push_back(std::move(planned));
    work_.push_back(std::move(work));
    chosen_.push_back(std::move(chosen));
  }

  void fill_kernels() {
    for (auto const& chosen : chosen_) order_.insert(order_.end(), chosen.begin(), chosen.end());
    std::sort(order_.begin(), order_.end());
    order_.erase(std::unique(order_.begin(), order_.end()), order_.end());
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(-group_at(a).total_ns, group_at(a).name) <
             std::pair(-group_at(b).total_ns, group_at(b).name);
    });
    for (std::size_t const index : order_) {
      KernelGroup const& group = group_at(index);
      PlannedKernel& kernel = plan_.kernels.emplace_back();
      kernel.name = group.name;
      kernel.canonical = group.parts.canonical;
      kernel.function = group.function;
      kernel.calls = group.calls;
      kernel.total_ns = group.total_ns;
      kernel.shapes = shapes_of(group);
      kernel.phases = uses_of(index);
    }
  }

  [[nodiscard]] std::vector<PhaseUse> uses_of(std::size_t group) const {
    std::vector<PhaseUse> uses;
    for (std::size_t i = 0; i < work_.size(); ++i) {
      auto const work = std::find_if(work_[i].begin(), work_[i].end(),
                                     [&](GroupWork const& each) { return each.group == group; });
      if (work == work_[i].end()) continue;
      bool const chosen = std::find(chosen_[i].begin(), chosen_[i].end(), group) != chosen_[i].end();
      auto const share =
          ratio(static_cast<double>(work->total_ns), static_cast<double>(plan_.phases[i].kernel_ns));
      uses.push_back({i, chosen, work->calls, work->total_ns, 100 * share.value_or(0)});
    }
    return uses;
  }

  /// Over all devices, most time first.
  [[nodiscard]] std::vector<PlannedShape> shapes_of(KernelGroup const& group) const {
    std::vector<PlannedShape> shapes;
    for (KernelShape const& shape : group.shapes) {
      auto known = std::find_if(shapes.begin(), shapes.end(),
                                [&](PlannedShape const& each) { return each.shape == shape.shape; });
      if (known == shapes.end()) known = shapes.insert(shapes.end(), {shape.shape, 0, 0});
      add_checked(known->calls, shape.calls);
      add_checked(known->total_ns, shape.total_ns);
    }
    std::stable_sort(shapes.begin(), shapes.end(),
                     [](PlannedShape const& a, PlannedShape const& b) { return a.total_ns > b.total_ns; });
    if (shapes.size() > options_.shapes) shapes.resize(options_.shapes);
    return shapes;
  }

  void fill_covered() {
    for (PlannedKernel const& kernel : plan_.kernels) {
      for (PhaseUse const& use : kernel.phases) add_checked(plan_.phases[use.phase].covered_ns, use.total_ns);
    }
  }

  /// Launches of the kernel with its first shape on the device where it takes most time, and an early one of
  /// each other shape on it that is listed.
  [[nodiscard]] std::vector<LaunchWindow> windows_of(KernelGroup const& group, bool others) const {
    auto const device =
        std::max_element(group.devices.begin(), group.devices.end(),
                         [](DeviceWork const& a, DeviceWork const& b) { return a.total_ns < b.total_ns; });
    if (device == group.devices.end()) return {};
    std::vector<LaunchWindow> windows;
    std::size_t shapes = 0;
    for (KernelShape const& shape : group.shapes) {
      if (shape.device != device->device || shapes == options_.shapes) continue;
      if (shapes++ == 0) windows = launch_windows(shape.calls, options_.launches);
      if (shapes > 1 && others && shape.calls > 1) windows.push_back(early_window(shape.calls));
    }
    return windows.empty() ? launch_windows(device->calls, options_.launches) : windows;
  }

  void fill_launches() {
    if (order_.empty()) return;
    std::vector<LaunchWindow> windows;
    for (std::size_t const group : order_) {
      auto const wanted = windows_of(group_at(group), options_.launches > 1);
      windows.insert(windows.end(), wanted.begin(), wanted.end());
    }
    auto const numbers = common_numbers(std::move(windows));
    plan_.selection = select_for_ncu(groups_, order_, numbers, options_.name_base);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      plan_.kernels[i].launches = numbers_in(windows_of(group_at(order_[i]), false), numbers);
      plan_.selection.planned += plan_.kernels[i].launches.size();
    }
    estimate();
  }

  void estimate() {
    std::int64_t total = 0;
    std::int64_t longest = 0;
    std::uint64_t calls = 0;
    for (std::size_t const index : order_) {
      add_checked(total, group_at(index).total_ns);
      add_checked(calls, group_at(index).calls);
      longest = std::max(longest, group_at(index).longest_ns);
    }
    std::int64_t const mean = calls == 0 ? 0 : total / static_cast<std::int64_t>(calls);
    plan_.estimate = estimate_deep(plan_.selection, options_.passes, mean, longest, profile_.capture_ns);
  }

  void diagnose() {
    if (profile_.kernels.empty()) return warn("there are no kernels on the timeline: nothing to measure");
    for (std::size_t i = 0; i < plan_.phases.size(); ++i) diagnose_phase(i);
    diagnose_timeline();
    if (!order_.empty()) diagnose_selection();
  }

  void diagnose_phase(std::size_t index) {
    PlannedPhase const& phase = plan_.phases[index];
    std::string const name = phase_name(phase.path);
    if (phase.kernel_ns == 0) return warn(name + ": the times of its kernels are not known, none is chosen");
    auto const part = [&](std::int64_t ns) {
      return percentage(static_cast<double>(ns), static_cast<double>(phase.kernel_ns));
    };
    auto const left_out = [&](LeftOut why) {
      std::int64_t sum = 0;
      for (GroupWork const& work : work_[index])
        if (group_at(work.group).left_out == why) add_checked(sum, work.total_ns);
      return sum;
    };
    if (auto const ns = left_out(LeftOut::communication); ns > 0) {
      warn(name + ": " + part(ns) +
           " of its kernel time is communication; left out, as a kernel that waits for other ranks may hang "
           "when it is replayed alone");
    }
    if (auto const ns = left_out(LeftOut::unreadable) + left_out(LeftOut::several); ns > 0) {
      warn(name + ": " + part(ns) + " of its kernel time is in kernels without a name that ncu can be told");
    }
    auto const measurable = static_cast<double>(phase.kernel_ns - phase.left_out_ns);
    if (static_cast<double>(phase.covered_ns) * 100 < options_.coverage * measurable) {
      note(name + ": " + std::to_string(phase.chosen) + " of " + std::to_string(phase.kernels) +
           " kernels are chosen, the most that were asked for; with what other phases ask for they cover " +
           part(phase.covered_ns) + " of its kernel time");
    }
  }

  void diagnose_timeline() {
    auto const total = static_cast<double>(profile_.total.kernel_ns.value_or(0));
    auto const outside = static_cast<double>(profile_.outside.kernel_ns.value_or(0)) +
                         static_cast<double>(profile_.no_launch_record.kernel_ns.value_or(0));
    if (!profile_.phases.empty() && outside > outside_share_worth_a_warning * total) {
      warn(percentage(outside, total) +
           " of the kernel time is in no range, so no kernel is chosen for it; its launches count where it "
           "has kernels of the plan");
    }
    if (profile_.hidden_graphs.launches > 0) {
      warn("the kernels of " + std::to_string(profile_.hidden_graphs.launches) +
           " graph launches are not on the timeline, so none is chosen; record graphs by their nodes");
    }
  }

  void diagnose_selection() {
    NcuSelection const& selection = plan_.selection;
    if (selection.most > selection.planned || selection.least < selection.planned) {
      note(std::to_string(selection.planned) + " launches are planned, ncu will measure " +
           (selection.least == selection.most
                ? std::to_string(selection.most)
                : std::to_string(selection.least) + " to " + std::to_string(selection.most)) +
           ": one list of launch numbers holds for all kernels, and versions of ncu differ in whether they "
           "count launches of each grid and block for themselves");
    }
    if (options_.name_base == KernelNameBase::demangled && selection.name_base != KernelNameBase::demangled)
      warn("the names are too long for one command line, so kernels are told apart by function alone");
    if (!selection.also.empty()) {
      note(std::to_string(selection.also.size()) +
           " kernels that are not planned are measured as well: ncu cannot tell their names from the "
           "planned ones");
    }
    if (profile_.shapes.empty()) {
      note(
          "grids and blocks of the launches are not known; where they change, launch numbers of ncu may not "
          "be met");
    }
  }

  void note(std::string text) {
    plan_.diagnostics.push_back({Severity::note, std::move(text), profile_.source, {}});
  }
  void warn(std::string text) {
    plan_.diagnostics.push_back({Severity::warning, std::move(text), profile_.source, {}});
  }

  Profile const& profile_;
  DeepPlanOptions const& options_;
  KernelGroups groups_;
  std::vector<std::vector<GroupWork>> work_;      // by phase, most time first
  std::vector<std::vector<std::size_t>> chosen_;  // by phase
  std::vector<std::size_t> order_;                // all that are chosen, as in plan_.kernels
  DeepPlan plan_;
};

}  // namespace

std::string_view to_string(KernelNameBase base) noexcept {
  switch (base) {
    case KernelNameBase::function: return "function";
    case KernelNameBase::demangled: return "demangled";
  }
  return "";
}

double PlannedPhase::coverage() const noexcept {
  return kernel_ns == 0 ? 0 : 100 * static_cast<double>(covered_ns) / static_cast<double>(kernel_ns);
}

DeepPlan plan_deep(Profile const& profile, DeepPlanOptions const& options) {
  if (!(options.coverage >= 0 && options.coverage <= 100)) {
    throw InvalidArgument("deep plan: a coverage of " + shortest(options.coverage) +
                          " %; it is a percentage from 0 to 100");
  }
  if (options.launches == 0) throw InvalidArgument("deep plan: no launch is wanted; at least 1");
  if (options.passes.least > options.passes.most) {
    throw InvalidArgument("deep plan: at least " + std::to_string(options.passes.least) +
                          " passes and at most " + std::to_string(options.passes.most));
  }
  return Planner(profile, options).run();
}

std::vector<PlannedKernel const*> unmeasured(std::vector<PlannedKernel> const& planned,
                                             Profile const& profile) {
  std::set<std::string> measured;
  for (MeasuredKernel const& kernel : profile.measured)
    measured.insert(parse_kernel_name(profile.kernel_names[kernel.kernel]).canonical);
  std::vector<PlannedKernel const*> missing;
  for (PlannedKernel const& kernel : planned) {
    if (!measured.contains(kernel.canonical)) missing.push_back(&kernel);
  }
  return missing;
}

}  // namespace llmprof::inline v0
