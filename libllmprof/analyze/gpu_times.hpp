// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "libllmprof/analyze/operations.hpp"
#include "libllmprof/analyze/phase_totals.hpp"
#include "libllmprof/analyze/phase_tree.hpp"
#include "libllmprof/analyze/scopes.hpp"
#include "llmprof/analyze/kernel_classifier.hpp"
#include "llmprof/model/gpu_time.hpp"

namespace llmprof::inline v0 {

/// Ends of waits of the host, to be asked whether the device went idle because the host waited for it.
class HostWaits {
 public:
  explicit HostWaits(Trace const& trace);
  /// Whether any are recorded.
  [[nodiscard]] bool are_known() const noexcept { return are_known_; }
  /// Whether a wait of the process that had begun before `idle_from` ended between it and `to`.
  [[nodiscard]] bool any_ended(std::uint32_t process, Nanoseconds idle_from, Nanoseconds to) const;

 private:
  bool are_known_;
  std::vector<std::vector<HostWait>> by_process_;  // by end
};

/// What each device did, and why it did nothing, in each phase.
class GpuTimes {
 public:
  struct OfDevice {
    std::uint32_t device;
    GpuTime time;
  };

  /// One pass over all operations.
  GpuTimes(Trace const& trace, Operations const& operations, Scopes const& scopes, PhaseTree const& phases,
           PhaseTotals const& totals, std::span<std::uint32_t const> by_start,
           KernelClassifier const& classifier);

  [[nodiscard]] std::vector<OfDevice> of_phase(std::uint32_t phase) const;

 private:
  struct Sums {
    std::uint32_t device;
    GpuTime time;
    BusyTime kernels;
    BusyTime compute;
  };
  struct Last {  // of a device
    Nanoseconds end;
    bool is_memory;
  };

  Sums& sums(std::uint32_t phase, std::uint32_t device);
  void add(std::uint32_t operation);
  std::vector<std::pair<std::uint32_t, Nanoseconds>> const& phases_around(std::uint32_t group);
  void add_work(Sums& to, std::uint32_t operation) const;
  void add_idle(GpuTime& to, std::uint32_t operation, Nanoseconds from, Last const& last) const;
  void add_after(PhaseTotals const& totals);
  void find_communication(KernelClassifier const& classifier);

  Trace const& trace_;
  Operations const& operations_;
  Scopes const& scopes_;
  PhaseTree const& phases_;
  HostWaits waits_;
  std::vector<bool> is_communication_;  // by string id
  std::vector<std::vector<Sums>> by_phase_;
  std::vector<Last> last_;                                     // by device
  std::vector<std::pair<std::uint32_t, Nanoseconds>> around_;  // one operation, and when they began
};

}  // namespace llmprof::inline v0
