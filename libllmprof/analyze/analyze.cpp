// SPDX-License-Identifier: MIT
#include "llmprof/analyze/analyze.hpp"

#include <algorithm>
#include <limits>

#include "libllmprof/analyze/engine_steps.hpp"
#include "libllmprof/analyze/gpu_times.hpp"
#include "libllmprof/analyze/kernel_shapes.hpp"
#include "libllmprof/analyze/kernel_statistics.hpp"
#include "libllmprof/analyze/operations.hpp"
#include "libllmprof/analyze/phase_totals.hpp"
#include "libllmprof/analyze/phase_tree.hpp"
#include "libllmprof/analyze/row_sampling.hpp"
#include "libllmprof/analyze/scopes.hpp"
#include "libllmprof/analyze/step_clock.hpp"
#include "libllmprof/analyze/timeline.hpp"
#include "libllmprof/analyze/tokens.hpp"
#include "libllmprof/model/capture_advice.hpp"
#include "libllmprof/model/names.hpp"
#include "libllmprof/model/shares.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_phase_tracks = 16;
constexpr double outside_share_worth_a_warning = 0.05;

class TraceAnalysis {
 public:
  TraceAnalysis(Trace const& trace, AnalyzeOptions const& options)
      : trace_(trace),
        options_(options),
        operations_(trace),
        by_start_(operations_.by_start()),
        scopes_(find_scopes(trace, operations_)),
        phases_(trace, scopes_, std::max<std::size_t>(2, options.max_phases)),
        totals_(trace, operations_, scopes_, phases_, by_start_) {}

  Profile run() {
    describe();
    fill_phases();
    if (options_.kernels) fill_kernels();
    fill_totals();
    if (options_.timeline_bins > 0) fill_timeline();
    check_sums(profile_);
    diagnose();
    return std::move(profile_);
  }

 private:
  void describe() {
    profile_.source = trace_.source;
    profile_.tool = trace_.tool;
    profile_.has_timeline = true;
    profile_.start_utc_ns = trace_.start_utc_ns;
    profile_.processes = trace_.processes;
    profile_.devices = trace_.devices;
    profile_.diagnostics = trace_.diagnostics;
    Nanoseconds first = std::numeric_limits<Nanoseconds>::max();
    Nanoseconds last = std::numeric_limits<Nanoseconds>::min();
    for (std::uint32_t const operation : by_start_) {
      first = std::min(first, operations_.start(operation));
      last = std::max(last, operations_.end(operation));
    }
    for (Range const& range : trace_.ranges) {
      first = std::min(first, range.start);
      last = std::max(last, range.end);
    }
    if (first <= last) profile_.capture_ns = last - first;
  }

  void fill_phases() {
    GpuTimes const times(trace_, operations_, scopes_, phases_, totals_, by_start_, options_.classifier);
    order_ = phases_.preorder();
    position_.resize(order_.size());
    profile_.phases.resize(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      position_[order_[i]] = i;
      profile_.phases[i].path = phases_.path(order_[i]);
      fill_work(profile_.phases[i], order_[i]);
      fill_gpu_time(profile_.phases[i], times.of_phase(order_[i]));
    }
    fill_instances();
  }

  void fill_work(PhaseProfile& phase, std::uint32_t id) const {
    for (auto const& [device, work] : totals_.devices_of(id)) {
      add_work(phase, phase.by_device, device, work);
      phase.replayed.calls += work.replayed_calls;
      phase.replayed.kernel_ns += work.replayed_kernel_ns;
      add_checked(phase.replayed.gpu_busy_ns, work.replayed_busy.total());
    }
    for (auto const& [process, device, work] : totals_.processes_of(id)) {
      ProcessShare& share = share_of(phase, process);
      add_work(share, share.devices, device, work);
    }
    std::sort(phase.by_device.begin(), phase.by_device.end(),
              [](DeviceShare const& a, DeviceShare const& b) { return a.device < b.device; });
  }

  void fill_gpu_time(PhaseProfile& phase, std::vector<GpuTimes::OfDevice> const& devices) const {
    phase.gpu_time.emplace();  // none is known to be none
    if (trace_.host_waits) phase.gpu_time->idle_after_wait_ns = 0;
    for (auto const& [device, time] : devices) {
      auto const share = std::find_if(phase.by_device.begin(), phase.by_device.end(),
                                      [&, at = device](DeviceShare const& s) { return s.device == at; });
      if (share != phase.by_device.end()) share->time = time;
      add_gpu_time(phase.gpu_time, time);
    }
  }

  template <class Sum>
  static void add_work(Sum& sum, std::vector<DeviceShare>& devices, std::uint32_t device,
                       GpuWork const& work) {
    devices.push_back({device, work.calls, work.kernel_ns, work.exclusive_kernel_ns, work.busy.total()});
    add_checked(sum.calls, work.calls);
    add_checked(sum.kernel_ns, work.kernel_ns);
    add_checked(sum.exclusive_kernel_ns, work.exclusive_kernel_ns);
    add_checked(sum.gpu_busy_ns, work.busy.total());
  }

  static ProcessShare& share_of(PhaseProfile& phase, std::uint32_t process) {
    auto const found = std::find_if(phase.by_process.begin(), phase.by_process.end(),
                                    [&](ProcessShare const& share) { return share.process == process; });
    if (found != phase.by_process.end()) return *found;
    ProcessShare fresh;
    fresh.process = process;
    return phase.by_process.emplace_back(fresh);
  }

  void fill_instances() {
    EngineSteps const engine_steps(trace_, options_.rules);
    auto const tokens = find_tokens(trace_, scopes_, engine_steps);
    std::vector<std::size_t> const every = row_intervals(instances_by_phase(engine_steps), options_.max_rows);
    StepClock steps;
    std::vector<StepOverlap> overlaps(profile_.phases.size());
    for (std::uint32_t const range : scopes_.order) {
      PhaseProfile& phase = profile_.phases[position_[phases_.phase_of(range)]];
      PhaseInstance row = instance(range, tokens[range].count);
      row.step_ns = steps.next(series_of(range, engine_steps), trace_.ranges[range], row);
      if (engine_steps.of(range) != nullptr) overlaps[position_[phases_.phase_of(range)]].add(row);
      TokenSource const from = tokens[range].from;
      phase.tokens_from = phase.instances == 0U || phase.tokens_from == from ? from : TokenSource::several;
      InstanceWork const* const work = totals_.instance(range);
      std::optional<bool> late;
      if (work != nullptr) {
        late = work->gpu_end > trace_.ranges[range].end;
        add_checked(phase.with_gpu_work, std::uint64_t{1});
      }
      std::size_t const interval = every[phases_.phase_of(range)];
      if (interval != 0 && *phase.instances % interval == 0) phase.rows.push_back(row);
      add_step(phase, engine_steps.of(range));
      phase.start_end = phase.start_end || trace_.ranges[range].kind == RangeKind::start_end;
      add_instance(phase, row, late);
      add_instance(share_of(phase, row.process), row, late);
    }
    for (std::size_t i = 0; i < profile_.phases.size(); ++i) {
      PhaseProfile& phase = profile_.phases[i];
      phase.side_by_side = overlaps[i].mean();
      phase.rows_sampled = phase.rows.size() < phase.instances;
      phase.processes = processes_with_ranges(phase.by_process);
      std::sort(phase.by_process.begin(), phase.by_process.end(),
                [](ProcessShare const& a, ProcessShare const& b) { return a.process < b.process; });
    }
  }

  /// @pre the instance is not counted yet
  static void add_step(PhaseProfile& phase, EngineStep const* step) {
    auto const kind = step == nullptr ? std::nullopt : std::optional(step->kind);
    if (phase.instances == 0U) {
      phase.step = kind;
    } else if (phase.step != kind) {
      phase.step = phase.step && kind ? std::optional(StepKind::mixed) : std::nullopt;
    }
  }

  /// Steps of inference that lie in the same phase follow each other, whatever their labels.
  [[nodiscard]] std::uint64_t series_of(std::uint32_t range, EngineSteps const& engine_steps) const {
    constexpr std::uint64_t steps_inside = std::uint64_t{1} << 32U;
    std::uint32_t const phase = phases_.phase_of(range);
    return engine_steps.of(range) == nullptr ? phase : steps_inside | phases_.parent(phase);
  }

  [[nodiscard]] std::vector<PhaseCount> instances_by_phase(EngineSteps const& engine_steps) const {
    std::vector<PhaseCount> counts(phases_.size());
    for (std::uint32_t const range : scopes_.order) {
      PhaseCount& count = counts[phases_.phase_of(range)];
      ++count.instances;
      count.is_step = count.is_step || engine_steps.of(range) != nullptr;
    }
    return counts;
  }

  [[nodiscard]] PhaseInstance instance(std::uint32_t index, std::optional<std::int64_t> tokens) const {
    Range const& range = trace_.ranges[index];
    Thread const& thread = trace_.threads[range.thread];
    PhaseInstance row;
    row.process = thread.process;
    row.thread = thread.tid;
    row.start = range.start;
    row.wall_ns = range.end - range.start;
    row.tokens = tokens;
    if (InstanceWork const* const work = totals_.instance(index)) {
      row.gpu_start = work->gpu_start;
      row.span_ns = work->gpu_end - work->gpu_start;
      row.kernel_ns = work->kernel_ns;
      row.gpu_busy_ns = work->busy_ns;
      row.gpu_union_ns = work->union_ns;
      row.calls = work->calls;
      row.devices = totals_.devices_of_range(index);
    }
    return row;
  }

  /// Adds what is a sum over the ranges themselves; kernel and busy times are summed over operations instead.
  template <class Sum>
  static void add_instance(Sum& sum, PhaseInstance const& row, std::optional<bool> late) {
    add_tokens(sum.tokens, sum.instances == 0U, row.tokens);
    add_checked(sum.instances, std::uint64_t{1});
    add_checked(sum.wall_ns, row.wall_ns);
    add_present(sum.span_ns, row.span_ns);
    if (late) sum.asynchronous = sum.asynchronous.value_or(false) || *late;
  }

  void fill_kernels() {
    KernelStatistics const statistics(trace_, scopes_, totals_,
                                      std::max<std::size_t>(2, options_.max_kernels));
    profile_.kernel_names = statistics.names();
    profile_.kernels = statistics.of_trace();
    for (std::uint32_t i = 0; i < order_.size(); ++i)
      profile_.phases[i].kernels = statistics.of_phase(order_[i]);
    if (statistics.kernels_under_other() > 0) {
      note(std::to_string(statistics.kernels_under_other()) +
           " kernels with the least time stand together as 'other'");
    }
    if (options_.max_shapes > 0) fill_shapes(statistics);
  }

  void fill_shapes(KernelStatistics const& statistics) {
    KernelShapes found = find_kernel_shapes(trace_, statistics, options_.max_shapes);
    profile_.shapes = std::move(found.shapes);
    if (found.left_out > 0) {
      note(std::to_string(found.left_out) +
           " combinations of kernel, grid and block with the least time are left out");
    }
  }

  void fill_totals() {
    profile_.total = totals_.total();
    profile_.outside = totals_.outside();
    profile_.no_launch_record = totals_.no_launch_record();
    profile_.gpu_busy_ns = totals_.busy_ns();
    for (auto const& [thread, total] : totals_.outside_threads()) {
      Thread const& facts = trace_.threads[thread];
      profile_.outside_threads.push_back(
          {facts.process, facts.tid, facts.name, total.calls.value_or(0), total.kernel_ns.value_or(0)});
    }
    std::sort(profile_.outside_threads.begin(), profile_.outside_threads.end(),
              [](OutsideThread const& a, OutsideThread const& b) {
                return std::tuple(-a.kernel_ns, a.process, a.tid) <
                       std::tuple(-b.kernel_ns, b.process, b.tid);
              });
    profile_.lost_launches = trace_.lost_launches;
    profile_.hidden_graphs.launches = trace_.graph_launches.size();
    for (GraphLaunch const& launch : trace_.graph_launches)
      add_checked(profile_.hidden_graphs.gpu_ns, launch.end - launch.start);
  }

  /// Tracks for the outermost phases and those right below, the busiest first.
  void fill_timeline() {
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t const phase : order_) {
      if (phases_.depth(phase) <= 1 && profile_.phases[position_[phase]].gpu_busy_ns > 0)
        chosen.push_back(phase);
    }
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
      return profile_.phases[position_[a]].gpu_busy_ns > profile_.phases[position_[b]].gpu_busy_ns;
    });
    if (chosen.size() > most_phase_tracks) chosen.resize(most_phase_tracks);
    std::vector<std::vector<Label>> paths(phases_.size());
    for (std::uint32_t const phase : chosen) paths[phase] = phases_.path(phase);
    profile_.timeline = make_timeline(trace_, operations_, scopes_, totals_, paths, chosen, by_start_,
                                      options_.timeline_bins);
  }

  void diagnose() {
    if (phases_.folded()) {
      note("there are more than " + std::to_string(options_.max_phases) +
           " different range paths: numbers in their names are folded to '#'");
    }
    if (phases_.ranges_under_other() > 0) {
      note(std::to_string(phases_.ranges_under_other()) + " ranges stand together as the phase 'other'");
    }
    diagnose_missing_work();
    if (scopes_.too_deep > 0) {
      warn(std::to_string(scopes_.too_deep) +
           " ranges are nested too deeply; their kernels count to the range around them");
    }
    if (profile_.hidden_graphs.launches > 0) {
      warn("graph launches: " + std::to_string(profile_.hidden_graphs.launches) + " (" +
           std::to_string(profile_.hidden_graphs.gpu_ns) +
           " ns on the GPU), their kernels are hidden; capture with --cuda-graph-trace=node (nsys) or "
           "--graphs nodes (llmprof run)");
    }
    if (scopes_.cut) {
      warn(
          "too many start/end ranges overlap: past a limit, kernels count only to the 16 that were opened "
          "last, so "
          "inclusive times of long ranges are too small");
    }
    if (scopes_.captures.size() > 1) {
      note(
          "kernels of CUDA graphs stand in the ranges that were open when they were captured, below the "
          "range "
          "around the graph launch; a replay adds no instances and no wall time there");
    }
    if (profile_.no_launch_record.calls > 0U) {
      warn(std::to_string(*profile_.no_launch_record.calls) + " of " + std::to_string(*profile_.total.calls) +
           " kernels have no launch record, so no range can be named for them");
    }
    auto const outside = static_cast<double>(profile_.outside.kernel_ns.value_or(0));
    if (!trace_.ranges.empty() &&
        outside > outside_share_worth_a_warning * static_cast<double>(*profile_.total.kernel_ns)) {
      warn("kernels outside any range: " + std::to_string(*profile_.outside.calls) + " of " +
           std::to_string(*profile_.total.calls) + ", launched by " + outside_threads());
    }
  }

  /// A prefill or a decode step does its work on the GPU. Where most have none, the tool has lost kernels
  /// together with their launches, which nothing else in the capture tells.
  void diagnose_missing_work() {
    if (trace_.launches.empty()) return;
    for (PhaseProfile const& phase : profile_.phases) {
      Label const& label = phase.path.back();
      if (!is_built_in(label) || 2 * *phase.with_gpu_work >= *phase.instances) continue;
      warn("the capture seems to be incomplete: " + std::to_string(*phase.instances - *phase.with_gpu_work) +
           " of " + std::to_string(*phase.instances) + " ranges " + to_string(phase.path) +
           " have no GPU work in it; " + std::string(advice_on_missing_work(trace_.tool)));
    }
  }

  [[nodiscard]] std::string outside_threads() const {
    constexpr std::size_t most = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(most, profile_.outside_threads.size()); ++i) {
      OutsideThread const& thread = profile_.outside_threads[i];
      list += (i == 0 ? "" : ", ") + std::string("thread ") + std::to_string(thread.tid) +
              (thread.name.empty() ? "" : " '" + thread.name + "'") + " of process " +
              std::to_string(profile_.processes[thread.process].pid) + " (" + std::to_string(thread.calls) +
              ")";
    }
    if (profile_.outside_threads.size() > most) {
      list += " and " + std::to_string(profile_.outside_threads.size() - most) + " more";
    }
    return list;
  }

  void note(std::string text) {
    profile_.diagnostics.push_back({Severity::note, std::move(text), trace_.source, {}});
  }
  void warn(std::string text) {
    profile_.diagnostics.push_back({Severity::warning, std::move(text), trace_.source, {}});
  }

  Trace const& trace_;
  AnalyzeOptions const& options_;
  Operations operations_;
  std::vector<std::uint32_t> by_start_;
  Scopes scopes_;
  PhaseTree phases_;
  PhaseTotals totals_;
  std::vector<std::uint32_t> order_;     // phases in preorder
  std::vector<std::uint32_t> position_;  // where each stands in it
  Profile profile_;
};

}  // namespace

Profile analyze(Trace const& trace, AnalyzeOptions const& options) {
  try {
    return TraceAnalysis(trace, options).run();
  } catch (Error const& error) {
    throw ParseError(trace.source, {}, error.what());
  }
}

}  // namespace llmprof::inline v0
