// SPDX-License-Identifier: MIT
#include "libllmprof/report/phase_rows.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "libllmprof/report/process_label.hpp"

namespace llmprof::inline v0 {
namespace {

/// `a + b`, or the largest number there is: a hostile profile must not overflow.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

std::optional<std::int64_t> sum_of_known(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? std::optional(sum(*a, *b)) : (a ? a : b);
}

void add(std::vector<DeviceShare>& devices, DeviceShare const& share) {
  auto const found = std::find_if(devices.begin(), devices.end(),
                                  [&](DeviceShare const& device) { return device.device == share.device; });
  if (found == devices.end()) {
    devices.push_back(share);
    return;
  }
  found->calls += share.calls;
  found->kernel_ns = sum(found->kernel_ns, share.kernel_ns);
  found->exclusive_kernel_ns = sum(found->exclusive_kernel_ns, share.exclusive_kernel_ns);
  found->gpu_busy_ns = sum(found->gpu_busy_ns, share.gpu_busy_ns);
}

/// What belongs to the ranges of a process, whatever device they used.
void add_ranges(PhaseRow& row, ProcessShare const& share) {
  bool const first = row.processes == 0;
  ++row.processes;
  row.instances += share.instances;
  row.wall_ns = sum(row.wall_ns, share.wall_ns);
  row.tokens =
      first ? share.tokens
            : (row.tokens && share.tokens ? std::optional(sum(*row.tokens, *share.tokens)) : std::nullopt);
}

void add_span(PhaseRow& row, ProcessShare const& share) {
  row.span_ns = sum_of_known(row.span_ns, share.span_ns);
  if (share.asynchronous) row.asynchronous = row.asynchronous.value_or(false) || *share.asynchronous;
}

void add_kernels(PhaseRow& row, DeviceShare const& share) {
  row.calls += share.calls;
  row.kernel_ns = sum(row.kernel_ns, share.kernel_ns);
  row.exclusive_kernel_ns = sum(row.exclusive_kernel_ns, share.exclusive_kernel_ns);
  row.gpu_busy_ns = sum(row.gpu_busy_ns, share.gpu_busy_ns);
  add(row.devices, share);
}

void add(PhaseRow& row, ProcessShare const& share) {
  add_ranges(row, share);
  add_span(row, share);
  row.calls += share.calls;
  row.kernel_ns = sum(row.kernel_ns, share.kernel_ns);
  row.exclusive_kernel_ns = sum(row.exclusive_kernel_ns, share.exclusive_kernel_ns);
  row.gpu_busy_ns = sum(row.gpu_busy_ns, share.gpu_busy_ns);
  for (DeviceShare const& device : share.devices) add(row.devices, device);
}

PhaseRow whole(PhaseProfile const& phase) {
  return {.phase = &phase,
          .key = {},
          .pid = {},
          .rank = {},
          .processes = phase.processes,
          .instances = phase.instances,
          .wall_ns = phase.wall_ns,
          .span_ns = phase.span_ns,
          .asynchronous = phase.asynchronous,
          .kernel_ns = phase.kernel_ns,
          .exclusive_kernel_ns = phase.exclusive_kernel_ns,
          .gpu_busy_ns = phase.gpu_busy_ns,
          .calls = phase.calls,
          .tokens = phase.tokens,
          .devices = phase.by_device};
}

void append_by_process(std::vector<PhaseRow>& rows, Profile const& profile,
                       std::vector<std::string> const& labels, PhaseProfile const& phase) {
  for (ProcessShare const& share : phase.by_process) {
    PhaseRow row;
    row.phase = &phase;
    row.key = labels.at(share.process);
    row.pid = profile.processes.at(share.process).pid;
    add(row, share);
    rows.push_back(std::move(row));
  }
}

void append_by_rank(std::vector<PhaseRow>& rows, Profile const& profile, PhaseProfile const& phase) {
  std::map<std::optional<std::int64_t>, PhaseRow> by_rank;  // unknown comes first
  for (ProcessShare const& share : phase.by_process) {
    PhaseRow& row = by_rank[profile.processes.at(share.process).rank];
    row.phase = &phase;
    add(row, share);
  }
  for (auto& [rank, row] : by_rank) {
    row.rank = rank;
    rows.push_back(std::move(row));
  }
}

void append_by_device(std::vector<PhaseRow>& rows, Profile const& profile, PhaseProfile const& phase) {
  std::map<std::uint32_t, PhaseRow> by_device;
  for (ProcessShare const& share : phase.by_process) {
    for (DeviceShare const& device : share.devices) {
      PhaseRow& row = by_device[device.device];
      row.phase = &phase;
      add_ranges(row, share);
      if (share.devices.size() == 1) add_span(row, share);  // else the span is not of this device alone
      add_kernels(row, device);
    }
  }
  for (auto& [device, row] : by_device) {
    row.key = device_label(profile.devices.at(device));
    rows.push_back(std::move(row));
  }
}

}  // namespace

std::vector<PhaseRow> phase_rows(Profile const& profile, By by) {
  std::vector<PhaseRow> rows;
  auto const labels = by == By::process ? process_labels(profile) : std::vector<std::string>();
  for (PhaseProfile const& phase : profile.phases) {
    switch (by) {
      case By::none: rows.push_back(whole(phase)); break;
      case By::process: append_by_process(rows, profile, labels, phase); break;
      case By::device: append_by_device(rows, profile, phase); break;
      case By::rank: append_by_rank(rows, profile, phase); break;
    }
  }
  return rows;
}

}  // namespace llmprof::inline v0
