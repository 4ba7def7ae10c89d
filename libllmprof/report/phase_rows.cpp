// SPDX-License-Identifier: MIT
#include "libllmprof/report/phase_rows.hpp"

#include <map>
#include <utility>

#include "libllmprof/model/shares.hpp"
#include "libllmprof/report/process_label.hpp"

namespace llmprof::inline v0 {
namespace {

void add(PhaseRow& row, ProcessShare const& share) {
  add_checked(row.processes, std::uint64_t{share.instances > 0 ? 1U : 0U});
  add_figures(row, share);
  for (DeviceShare const& device : share.devices) add_device(row.devices, device);
}

/// The part of `share` that one device has. The ranges belong to all devices that they use.
void add(PhaseRow& row, ProcessShare const& share, DeviceShare const& device) {
  add_checked(row.processes, std::uint64_t{share.instances > 0 ? 1U : 0U});
  add_ranges(row, share);
  if (share.devices.size() == 1) add_span(row, share);  // else the span is not of this device alone
  add_kernels(row, device);
  add_device(row.devices, device);
}

PhaseRow whole(PhaseProfile const& phase) {
  PhaseRow row;
  row.phase = &phase;
  row.processes = phase.processes;
  add_figures(row, phase);
  row.devices = phase.by_device;
  return row;
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
      add(row, share, device);
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
