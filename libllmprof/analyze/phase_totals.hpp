// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libllmprof/analyze/busy_time.hpp"
#include "libllmprof/analyze/operations.hpp"
#include "libllmprof/analyze/phase_tree.hpp"
#include "libllmprof/analyze/scopes.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Calls, kernel time and busy time of something.
struct GpuWork {
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
  std::int64_t exclusive_kernel_ns = 0;
  BusyTime busy;
  std::uint64_t replayed_calls = 0;  // of graph kernels, in a phase of their capture
  std::int64_t replayed_kernel_ns = 0;
  BusyTime replayed_busy;
};

/// What one range had done on the GPU. Only ranges with GPU work have one.
struct InstanceWork {
  Nanoseconds gpu_start = std::numeric_limits<Nanoseconds>::max();
  Nanoseconds gpu_end = std::numeric_limits<Nanoseconds>::min();
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
  std::int64_t busy_ns = 0;
  std::int64_t union_ns = 0;        // see PhaseInstance::gpu_union_ns
  std::uint32_t device = no_index;  // of `busy`; other devices are in PhaseTotals::other_devices_
  BusyTime busy;
};

/// Sums over all operations of a trace: per phase and device, per phase, process and device, per range, and
/// outside.
class PhaseTotals {
 public:
  PhaseTotals(Trace const& trace, Operations const& operations, Scopes const& scopes, PhaseTree const& phases,
              std::span<std::uint32_t const> by_start);

  /// Phases of a group of operations, each once.
  [[nodiscard]] std::span<std::uint32_t const> phases_of(std::uint32_t group) const noexcept {
    return std::span(group_phases_)
        .subspan(group_begins_[group], group_begins_[group + 1] - group_begins_[group]);
  }

  struct DeviceWork {
    std::uint32_t device;
    GpuWork work;
  };
  struct ProcessWork {
    std::uint32_t process;
    std::uint32_t device;
    GpuWork work;
  };
  [[nodiscard]] std::vector<DeviceWork> const& devices_of(std::uint32_t phase) const {
    return by_device_[phase];
  }
  [[nodiscard]] std::vector<ProcessWork> const& processes_of(std::uint32_t phase) const {
    return by_process_[phase];
  }

  /// Null for a range without GPU work.
  [[nodiscard]] InstanceWork const* instance(std::uint32_t range) const noexcept {
    return slot_of_range_[range] == no_index ? nullptr : &instances_[slot_of_range_[range]];
  }

  /// See PhaseInstance::devices.
  [[nodiscard]] std::uint32_t devices_of_range(std::uint32_t range) const;

  [[nodiscard]] KernelTotal total() const noexcept { return total_; }
  [[nodiscard]] KernelTotal outside() const noexcept { return outside_; }
  [[nodiscard]] KernelTotal no_launch_record() const noexcept { return no_launch_record_; }
  [[nodiscard]] std::int64_t busy_ns() const;

  /// By thread: kernels that it launched outside any range.
  [[nodiscard]] std::unordered_map<std::uint32_t, KernelTotal> const& outside_threads() const {
    return outside_threads_;
  }

 private:
  void list_group_phases(Scopes const& scopes, PhaseTree const& phases);
  void add(std::uint32_t operation);
  void add_to_instance(std::uint32_t range, std::uint32_t operation, std::uint32_t device);

  Trace const& trace_;
  Operations const& operations_;
  Scopes const& scopes_;
  PhaseTree const& phases_;

  std::vector<std::uint32_t> group_begins_;
  std::vector<std::uint32_t> group_phases_;
  std::vector<std::vector<DeviceWork>> by_device_;
  std::vector<std::vector<ProcessWork>> by_process_;
  std::vector<std::uint32_t> slot_of_range_;
  std::vector<InstanceWork> instances_;
  std::vector<std::pair<std::uint32_t, std::int64_t>>
      fresh_busy_;  // by phase, of one operation; kept for its memory
  std::unordered_map<std::uint64_t, BusyTime> other_devices_;  // (range << 32 | device)
  std::vector<BusyTime> device_busy_;
  std::unordered_map<std::uint32_t, KernelTotal> outside_threads_;
  KernelTotal total_{0, 0};
  KernelTotal outside_{0, 0};
  KernelTotal no_launch_record_{0, 0};
};

}  // namespace llmprof::inline v0
