// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/phase_answer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "libllmprof/analyze/class_shares.hpp"
#include "libllmprof/analyze/peak_shares.hpp"
#include "libllmprof/analyze/phase_roofline.hpp"
#include "libllmprof/analyze/step_clock.hpp"
#include "libllmprof/analyze/step_efficiency.hpp"
#include "libllmprof/analyze/working_devices.hpp"
#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_labels = 3;

void name_labels(PhaseAnswer& answer, std::vector<PhaseProfile const*> steps) {
  std::stable_sort(steps.begin(), steps.end(), [](PhaseProfile const* a, PhaseProfile const* b) {
    return a->kernel_ns.value_or(0) > b->kernel_ns.value_or(0);
  });
  std::set<std::string> known;
  for (PhaseProfile const* const phase : steps) {
    std::string label = to_string(phase->path.back());
    if (!known.insert(label).second) continue;
    if (answer.labels.size() < most_labels) answer.labels.push_back(std::move(label));
  }
  answer.more_labels = known.size() - answer.labels.size();
}

/// GPUs with kernels of the steps of one process.
std::uint64_t devices_of_process(PhaseProfile const& phase) {
  std::uint64_t most = 0;
  for (ProcessShare const& process : phase.by_process) {
    std::vector<std::int64_t> busy;
    for (DeviceShare const& device : process.devices) busy.push_back(device.gpu_busy_ns);
    most = std::max<std::uint64_t>(most, working_devices(busy));
  }
  return most;
}

/// What most steps work with: where each GPU has threads of its own, one. Files of 0.1.0 do not tell: all,
/// then.
std::uint64_t devices_of_step(std::vector<PhaseProfile const*> const& steps, std::uint64_t of_process) {
  std::map<std::uint32_t, std::uint64_t> rows;
  for (PhaseProfile const* const step : steps) {
    for (PhaseInstance const& row : step->rows) {
      if (row.devices > 0) ++rows[row.devices];
    }
  }
  auto const most = std::max_element(rows.begin(), rows.end(),
                                     [](auto const& a, auto const& b) { return a.second < b.second; });
  return most == rows.end() ? of_process : std::min<std::uint64_t>(most->first, of_process);
}

double as_double(std::int64_t value) { return static_cast<double>(value); }

/// Why the GPU work of a phase is not all in the capture; empty if nothing says so.
std::string why_incomplete(Profile const& profile, PhaseAnswer const& answer,
                           std::vector<PhaseProfile const*> const& steps) {
  constexpr double tolerated = 0.01;  // of the launches
  auto const lost = static_cast<double>(profile.lost_launches);
  auto const launches = lost + static_cast<double>(profile.total.calls.value_or(0));
  if (lost > tolerated * launches)
    return "for " + std::to_string(profile.lost_launches) + " launches the capture has no kernel";
  std::uint64_t working = 0;
  for (PhaseProfile const* const step : steps)
    working += step->with_gpu_work.value_or(answer.ranges.value_or(0));
  bool const has_kernels = profile.total.calls.value_or(0) > 0;
  if (has_kernels && 2 * working < answer.ranges.value_or(0))
    return "most of its ranges have no GPU work in the capture";
  return {};
}

class PhaseAnswerer {
 public:
  PhaseAnswerer(Profile const& profile, StepGroup const& group, std::vector<KernelClass> const& classes,
                AnswerOptions const& options)
      : profile_(profile), group_(group), whole_(merged(group.whole)), classes_(classes), options_(options) {}

  PhaseAnswer run(std::vector<StepGroup> const& groups) {
    labels_ = labels_of(groups, group_.kind);
    answer_.kind = group_.kind;
    answer_.only_warm_up = group_.only_warm_up;
    name_labels(answer_, group_.steps);
    answer_.steps = group_.statistics;
    fill_ranges();
    answer_.incomplete = why_incomplete(profile_, answer_, group_.steps);
    answer_.devices_of_process = devices_of_process(whole_);
    answer_.devices_of_step = devices_of_step(group_.steps, answer_.devices_of_process);
    fill_gpu_time();
    answer_.classes = class_shares(whole_.kernels, classes_);
    fill_rates();
    fill_efficiency(answer_, {profile_, groups, whole_, options_.model, options_.ceilings});
    fill_roofline();
    answer_.verdict = answer_.incomplete.empty()
                          ? judge(evidence())
                          : Verdict{Bound::unknown, "the capture is incomplete: " + answer_.incomplete};
    return std::move(answer_);
  }

 private:
  void fill_ranges() {
    std::set<std::uint32_t> processes;
    answer_.wall_ns = 0;
    for (PhaseProfile const* const phase : group_.steps) {
      add_known(answer_.wall_ns, phase->wall_ns);
      for (ProcessShare const& process : phase->by_process) {
        if (process.instances > 0) processes.insert(process.process);
      }
    }
    answer_.ranges = ranges_of(group_.steps);
    answer_.processes = processes.size();
  }

  void fill_roofline() {
    Device const* const device = busiest_device(profile_, whole_);
    if (device == nullptr) return;
    RooflinePeaks const peaks = roofs_of(spec_of(*device, options_.ceilings)).peaks;
    answer_.roofline = measured_roofline(profile_, whole_, labels_, answer_.steps, peaks);
    bool const has_model = options_.model != nullptr && !may_share_the_model(answer_, options_.model);
    if (!answer_.roofline && has_model) answer_.roofline = model_roofline(answer_, *options_.model, peaks);
  }

  void fill_gpu_time() {
    answer_.gpu_time = whole_.gpu_time;
    answer_.has_graphs =
        (whole_.gpu_time && whole_.gpu_time->in_graphs > 0) || profile_.hidden_graphs.launches > 0;
    if (!whole_.gpu_time) return;
    std::int64_t work = whole_.kernel_ns.value_or(0);
    add_checked(work, whole_.gpu_time->memory_ns);
    answer_.overlap_ns = std::max<std::int64_t>(0, work - whole_.gpu_busy_ns.value_or(0));
    std::int64_t sum = whole_.gpu_busy_ns.value_or(0);
    add_checked(sum, whole_.gpu_time->idle_ns());
    add_checked(sum, whole_.gpu_time->after_ns);
    answer_.device_ns = sum;
    answer_.devices = whole_.by_device.size();
  }

  void fill_rates() {
    StepStatistics const& steps = answer_.steps;
    if (steps.count == 0 || steps.total_ns <= 0) return fill_rates_of_whole();
    answer_.side_by_side = side_by_side();
    if (answer_.side_by_side) fill_share_of_time();
    if (!steps.tokens || *steps.tokens <= 0) return fill_rates_of_whole();
    answer_.launches_of_token = static_cast<double>(steps.calls) / as_double(*steps.tokens);
    if (group_.kind == StepKind::decode)
      answer_.batch = as_double(*steps.tokens) / static_cast<double>(steps.count);
  }

  void fill_share_of_time() {
    StepStatistics const& steps = answer_.steps;
    double const elapsed = as_double(steps.total_ns) / *answer_.side_by_side;
    if (answer_.devices_of_step > 0 && answer_.incomplete.empty()) answer_.busy = busy_share(elapsed);
    if (steps.tokens && *steps.tokens > 0) {
      answer_.tokens_per_second =
          as_double(*steps.tokens) / (elapsed * 1e-9 * threads_of_one(*answer_.side_by_side));
    }
  }

  /// Steps at a time. Of a sample, as all of them were.
  [[nodiscard]] std::optional<double> side_by_side() const {
    StepStatistics const& steps = answer_.steps;
    if (steps.elapsed_ns) return as_double(steps.total_ns) / as_double(*steps.elapsed_ns);
    return occurrences_at_a_time(group_.steps);
  }

  /// Where the GPUs of one model have a thread each, the tokens of a step, or loop, are in the range of each.
  [[nodiscard]] double threads_of_one(double at_a_time) const {
    if (options_.model == nullptr || answer_.devices_of_step != 1) return 1;
    return std::clamp(std::round(at_a_time), 1.0,
                      static_cast<double>(std::max<std::uint64_t>(1, options_.model->devices())));
  }

  /// Of the GPUs of a process, while its steps are under way. Absent where steps run side by side in several
  /// phases: there is no union of those.
  [[nodiscard]] std::optional<double> busy_share(double elapsed) const {
    bool const is_one_by_one = *answer_.side_by_side < few_at_a_time;
    if (!is_one_by_one && group_.steps.size() > 1) return std::nullopt;
    StepStatistics const& steps = answer_.steps;
    double const busy = as_double(is_one_by_one ? steps.gpu_busy_ns : steps.gpu_union_ns);
    std::uint64_t const devices = is_one_by_one ? answer_.devices_of_step : answer_.devices_of_process;
    return std::min(1.0, busy / (elapsed * static_cast<double>(devices)));
  }

  /// A loop may have its number of tokens where its steps do not.
  void fill_rates_of_whole() {
    if (!whole_.tokens || *whole_.tokens <= 0) return;
    // Not as their steps do: one loop may have steps on several threads. Tables have no occurrences.
    auto const at_a_time = whole_.gpu_time ? occurrences_at_a_time(group_.whole) : std::optional(1.0);
    if (at_a_time && whole_.wall_ns.value_or(0) > 0 && !whole_.asynchronous.value_or(false)) {
      double const elapsed = as_double(*whole_.wall_ns) / *at_a_time;
      answer_.tokens_per_second = as_double(*whole_.tokens) / (elapsed * 1e-9 * threads_of_one(*at_a_time));
    }
    if (whole_.calls.value_or(0) > 0)
      answer_.launches_of_token = static_cast<double>(*whole_.calls) / as_double(*whole_.tokens);
  }

  [[nodiscard]] BoundEvidence evidence() const {
    BoundEvidence evidence;
    evidence.busy = answer_.busy;
    if (answer_.busy && answer_.gpu_time) {
      // Of the busy time in the whole capture, since steps do not tell it one by one.
      auto const busy = as_double(whole_.gpu_busy_ns.value_or(0));
      if (busy > 0) {
        evidence.exposed_communication =
            *answer_.busy * as_double(answer_.gpu_time->exposed_communication_ns()) / busy;
      }
    }
    if (answer_.busy && *answer_.busy > 0 && !may_share_the_model(answer_, options_.model)) {
      evidence.compute_of_peak = of_busy_time(answer_.mfu);
      evidence.memory_of_peak = of_busy_time(answer_.mbu);
    }
    evidence.measured_compute = measured(sm_share);
    evidence.measured_memory = measured(dram_share);
    return evidence;
  }

  /// More than the peak: the model or the peak is not that of this run, so nothing follows.
  [[nodiscard]] std::optional<double> of_busy_time(Efficiency const& efficiency) const {
    constexpr double possible = 1.1;  // clocks above the rated one
    if (!efficiency.value || *efficiency.value > possible * *answer_.busy) return std::nullopt;
    return *efficiency.value / *answer_.busy;
  }

  /// A share of peak, weighted by the time of the kernels that have it; absent unless those are most of the
  /// phase.
  [[nodiscard]] std::optional<double> measured(std::optional<double> (*of)(MeasuredKernel const&)) const {
    constexpr double enough = 0.5;
    std::map<std::uint32_t, double> shares;
    for (MeasuredKernel const& kernel : profile_.measured) {
      auto const share = of(kernel);
      if (share && was_measured_here(profile_, kernel.kernel, labels_)) shares[kernel.kernel] = *share;
    }
    double known = 0;
    double total = 0;
    double weighted = 0;
    for (KernelStats const& kernel : whole_.kernels) {
      double const ns = as_double(kernel.total_ns.value_or(0));
      total += ns;
      auto const share = shares.find(kernel.kernel);
      if (share == shares.end()) continue;
      known += ns;
      weighted += ns * share->second;
    }
    if (total <= 0 || known < enough * total) return std::nullopt;
    return weighted / known;
  }

  Profile const& profile_;
  StepGroup const& group_;
  PhaseProfile const whole_;
  std::vector<KernelClass> const& classes_;
  AnswerOptions const& options_;
  StepLabels labels_;
  PhaseAnswer answer_;
};

}  // namespace

PhaseAnswer answer_phase(Profile const& profile, StepGroup const& group, std::vector<StepGroup> const& groups,
                         std::vector<KernelClass> const& classes, AnswerOptions const& options) {
  return PhaseAnswerer(profile, group, classes, options).run(groups);
}

}  // namespace llmprof::inline v0
