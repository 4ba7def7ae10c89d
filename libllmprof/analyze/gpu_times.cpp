// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/gpu_times.hpp"

#include <algorithm>
#include <limits>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {

HostWaits::HostWaits(Trace const& trace)
    : are_known_(trace.host_waits.has_value()), by_process_(trace.processes.size()) {
  if (!are_known_) return;
  for (HostWait const& wait : *trace.host_waits) by_process_[wait.process].push_back(wait);
  for (auto& waits : by_process_)
    std::sort(waits.begin(), waits.end(), [](HostWait const& a, HostWait const& b) { return a.end < b.end; });
}

bool HostWaits::any_ended(std::uint32_t process, Nanoseconds idle_from, Nanoseconds to) const {
  auto const& waits = by_process_[process];
  auto wait = std::lower_bound(waits.begin(), waits.end(), idle_from,
                               [](HostWait const& a, Nanoseconds time) { return a.end < time; });
  for (; wait != waits.end() && wait->end <= to; ++wait) {
    if (wait->start < idle_from) return true;
  }
  return false;
}

GpuTimes::GpuTimes(Trace const& trace, Operations const& operations, Scopes const& scopes,
                   PhaseTree const& phases, PhaseTotals const& totals,
                   std::span<std::uint32_t const> by_start, KernelClassifier const& classifier)
    : trace_(trace),
      operations_(operations),
      scopes_(scopes),
      phases_(phases),
      waits_(trace),
      by_phase_(phases.size()),
      last_(trace.devices.size(), Last{std::numeric_limits<Nanoseconds>::min(), false}) {
  find_communication(classifier);
  for (std::uint32_t const operation : by_start) add(operation);
  add_after(totals);
}

void GpuTimes::find_communication(KernelClassifier const& classifier) {
  is_communication_.resize(trace_.strings.size());
  std::vector<bool> known(trace_.strings.size());
  for (KernelLaunch const& launch : trace_.launches) {
    auto const name = static_cast<std::uint32_t>(launch.name);
    if (known[name]) continue;
    known[name] = true;
    is_communication_[name] = classifier.classify(trace_.strings[launch.name]) == KernelClass::communication;
  }
}

GpuTimes::Sums& GpuTimes::sums(std::uint32_t phase, std::uint32_t device) {
  auto& all = by_phase_[phase];
  auto const found =
      std::find_if(all.begin(), all.end(), [&](Sums const& each) { return each.device == device; });
  if (found != all.end()) return *found;
  Sums& fresh = all.emplace_back(Sums{device, {}, {}, {}});
  if (waits_.are_known()) fresh.time.idle_after_wait_ns = 0;
  return fresh;
}

void GpuTimes::add(std::uint32_t operation) {
  std::uint32_t const group = scopes_.group_of[operation];
  std::uint32_t const device = trace_.streams[operations_.stream(operation)].device;
  Last& last = last_[device];
  Nanoseconds const start = operations_.start(operation);
  if (group != 0) {
    for (auto const& [phase, since] : phases_around(group)) {
      Sums& to = sums(phase, device);
      add_work(to, operation);
      Nanoseconds const idle_from = std::max(last.end, since);
      if (idle_from < start) add_idle(to.time, operation, idle_from, last);
    }
    for (std::uint32_t const phase : phases_.captured_phases(group)) add_work(sums(phase, device), operation);
  }
  if (operations_.end(operation) >= last.end)
    last = {operations_.end(operation), operations_.is_memory(operation)};
}

/// A phase may be around twice, where start/end ranges of one name overlap: its work counts once, and so does
/// the idle time since the first of them began.
std::vector<std::pair<std::uint32_t, Nanoseconds>> const& GpuTimes::phases_around(std::uint32_t group) {
  around_.clear();
  scopes_.for_each_range(group, [&](std::uint32_t range) {
    std::uint32_t const phase = phases_.phase_of(range);
    Nanoseconds const since = trace_.ranges[range].start;
    auto const known =
        std::find_if(around_.begin(), around_.end(), [&](auto const& each) { return each.first == phase; });
    if (known == around_.end()) {
      around_.emplace_back(phase, since);
    } else {
      known->second = std::min(known->second, since);
    }
  });
  return around_;
}

void GpuTimes::add_work(Sums& to, std::uint32_t operation) const {
  Nanoseconds const start = operations_.start(operation);
  Nanoseconds const end = operations_.end(operation);
  if (operations_.is_memory(operation)) {
    add_checked(to.time.memory_ns, end - start);
  } else {
    to.kernels.add(start, end);
    bool const communicates = operations_.is_kernel(operation) &&
                              is_communication_[static_cast<std::uint32_t>(trace_.launches[operation].name)];
    if (!communicates) to.compute.add(start, end);
  }
  bool const is_in_graph = operations_.graph_node(operation) != no_index;
  if (is_in_graph) ++to.time.in_graphs;
  bool const is_known = operations_.thread(operation) != no_index;
  if (!is_known || is_in_graph || start < operations_.launch(operation)) return;
  add_checked(to.time.launch_delay_ns, start - operations_.launch(operation));
  ++to.time.delayed;
}

void GpuTimes::add_idle(GpuTime& to, std::uint32_t operation, Nanoseconds from, Last const& last) const {
  Nanoseconds const start = operations_.start(operation);
  bool const is_known = operations_.thread(operation) != no_index;
  Nanoseconds const submitted = std::clamp(is_known ? operations_.launch(operation) : from, from, start);
  // What ran before the capture began is not in it: its first operation may have waited for that.
  bool const is_first = last.end == std::numeric_limits<Nanoseconds>::min();
  if (!is_first) add_checked(to.idle_submitted_ns, start - submitted);
  Nanoseconds const late = submitted - from;
  if (late == 0) return;
  std::uint32_t const process = trace_.streams[operations_.stream(operation)].process;
  if (last.is_memory && last.end == from) {
    add_checked(to.idle_after_copy_ns, late);
  } else if (to.idle_after_wait_ns && last.end == from && waits_.any_ended(process, from, submitted)) {
    add_checked(*to.idle_after_wait_ns, late);
  } else {
    add_checked(to.idle_host_ns, late);
  }
}

void GpuTimes::add_after(PhaseTotals const& totals) {
  for (std::uint32_t const range : scopes_.order) {
    InstanceWork const* const work = totals.instance(range);
    if (work == nullptr) continue;
    Nanoseconds const after = trace_.ranges[range].end - work->gpu_end;
    if (after > 0) add_checked(sums(phases_.phase_of(range), work->device).time.after_ns, after);
  }
}

std::vector<GpuTimes::OfDevice> GpuTimes::of_phase(std::uint32_t phase) const {
  std::vector<OfDevice> all;
  for (Sums const& each : by_phase_[phase]) {
    GpuTime time = each.time;
    time.kernels_busy_ns = each.kernels.total();
    time.compute_busy_ns = each.compute.total();
    all.push_back({each.device, time});
  }
  return all;
}

}  // namespace llmprof::inline v0
