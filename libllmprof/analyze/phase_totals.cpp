// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/phase_totals.hpp"

#include <algorithm>

#include "libllmprof/analyze/working_devices.hpp"
#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

void add_kernel(KernelTotal& total, std::int64_t duration) {
  add_checked(total.calls, std::uint64_t{1});
  add_checked(*total.kernel_ns, duration);
}

/// The entry that `matches`, appended where it is missing. Lists are as short as a machine has devices.
template <class Entry, class Matches>
Entry& find_or_add(std::vector<Entry>& entries, Matches const& matches, Entry fresh) {
  auto const found = std::find_if(entries.begin(), entries.end(), matches);
  return found != entries.end() ? *found : entries.emplace_back(fresh);
}

}  // namespace

PhaseTotals::PhaseTotals(Trace const& trace, Operations const& operations, Scopes const& scopes,
                         PhaseTree const& phases, std::span<std::uint32_t const> by_start)
    : trace_(trace),
      operations_(operations),
      scopes_(scopes),
      phases_(phases),
      by_device_(phases.size()),
      by_process_(phases.size()),
      slot_of_range_(trace.ranges.size(), no_index),
      device_busy_(trace.devices.size()) {
  list_group_phases(scopes, phases);
  for (std::uint32_t const operation : by_start) add(operation);
}

void PhaseTotals::list_group_phases(Scopes const& scopes, PhaseTree const& phases) {
  group_begins_.reserve(scopes.groups.size() + 1);
  group_begins_.push_back(0);
  for (std::uint32_t group = 0; group < scopes.groups.size(); ++group) {
    auto const begin = static_cast<std::ptrdiff_t>(group_phases_.size());
    scopes.for_each_range(group,
                          [&](std::uint32_t range) { group_phases_.push_back(phases.phase_of(range)); });
    auto const& captured = phases.captured_phases(group);
    group_phases_.insert(group_phases_.end(), captured.begin(), captured.end());
    std::sort(group_phases_.begin() + begin, group_phases_.end());
    group_phases_.erase(std::unique(group_phases_.begin() + begin, group_phases_.end()), group_phases_.end());
    group_begins_.push_back(static_cast<std::uint32_t>(group_phases_.size()));
  }
}

void PhaseTotals::add(std::uint32_t operation) {
  Nanoseconds const start = operations_.start(operation);
  Nanoseconds const end = operations_.end(operation);
  Stream const& stream = trace_.streams[operations_.stream(operation)];
  bool const kernel = operations_.is_kernel(operation);
  std::uint32_t const group = scopes_.group_of[operation];

  device_busy_[stream.device].add(start, end);
  if (kernel) {
    add_kernel(total_, end - start);
    if (operations_.thread(operation) == no_index) {
      add_kernel(no_launch_record_, end - start);
    } else if (group == 0) {
      add_kernel(outside_, end - start);
      add_kernel(outside_threads_.try_emplace(operations_.thread(operation), KernelTotal{0, 0}).first->second,
                 end - start);
    }
  }
  if (group == 0) return;

  auto const& captured = phases_.captured_phases(group);
  std::uint32_t const own_phase =
      captured.empty() ? phases_.phase_of(scopes_.innermost(group)) : captured.back();
  fresh_busy_.clear();
  auto const add_to = [&](GpuWork& work, std::uint32_t phase) {
    bool const replayed = std::find(captured.begin(), captured.end(), phase) != captured.end();
    work.busy.add(start, end);
    if (replayed) work.replayed_busy.add(start, end);
    if (!kernel) return;
    if (replayed) {
      ++work.replayed_calls;
      work.replayed_kernel_ns += end - start;
    }
    ++work.calls;
    work.kernel_ns += end - start;
    if (phase == own_phase) work.exclusive_kernel_ns += end - start;
  };
  for (std::uint32_t const phase : phases_of(group)) {
    add_to(find_or_add(
               by_device_[phase], [&](DeviceWork const& w) { return w.device == stream.device; },
               DeviceWork{stream.device, {}})
               .work,
           phase);
    GpuWork& of_process =
        find_or_add(
            by_process_[phase],
            [&](ProcessWork const& w) { return w.process == stream.process && w.device == stream.device; },
            ProcessWork{stream.process, stream.device, {}})
            .work;
    std::int64_t const before = of_process.busy.total();
    add_to(of_process, phase);
    fresh_busy_.emplace_back(phase, of_process.busy.total() - before);
  }
  scopes_.for_each_range(group, [&](std::uint32_t range) {
    add_to_instance(range, operation, stream.device);
    std::uint32_t const phase = phases_.phase_of(range);
    auto const fresh = std::find_if(fresh_busy_.begin(), fresh_busy_.end(),
                                    [&](auto const& each) { return each.first == phase; });
    if (fresh == fresh_busy_.end()) return;
    add_checked(instances_[slot_of_range_[range]].union_ns, fresh->second);
    fresh->second = 0;  // of ranges of one phase around it, the first has it
  });
}

void PhaseTotals::add_to_instance(std::uint32_t range, std::uint32_t operation, std::uint32_t device) {
  std::uint32_t& slot = slot_of_range_[range];
  if (slot == no_index) {
    slot = static_cast<std::uint32_t>(instances_.size());
    instances_.emplace_back().device = device;
  }
  InstanceWork& work = instances_[slot];
  Nanoseconds const start = operations_.start(operation);
  Nanoseconds const end = operations_.end(operation);
  work.gpu_start = std::min(work.gpu_start, start);
  work.gpu_end = std::max(work.gpu_end, end);
  BusyTime& busy = device == work.device ? work.busy : other_devices_[std::uint64_t{range} << 32 | device];
  std::int64_t const before = busy.total();
  busy.add(start, end);
  add_checked(work.busy_ns, busy.total() - before);
  if (!operations_.is_kernel(operation)) return;
  ++work.calls;
  work.kernel_ns += end - start;
}

std::uint32_t PhaseTotals::devices_of_range(std::uint32_t range) const {
  InstanceWork const* const work = instance(range);
  if (work == nullptr) return 0;
  std::vector<std::int64_t> busy{work->busy.total()};
  for (std::uint32_t device = 0; device < device_busy_.size(); ++device) {
    auto const other = other_devices_.find(std::uint64_t{range} << 32 | device);
    if (other != other_devices_.end()) busy.push_back(other->second.total());
  }
  return working_devices(busy);
}

std::int64_t PhaseTotals::busy_ns() const {
  std::int64_t sum = 0;
  for (BusyTime const& busy : device_busy_) add_checked(sum, busy.total());
  return sum;
}

}  // namespace llmprof::inline v0
