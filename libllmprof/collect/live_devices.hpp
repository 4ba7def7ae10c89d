// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "libllmprof/collect/busy_clock.hpp"
#include "libllmprof/collect/live_names.hpp"
#include "libllmprof/collect/spool_format.hpp"
#include "llmprof/collect/live_figures.hpp"

namespace llmprof::inline v0 {

/// How much each device worked, on whatever.
class LiveDevices {
 public:
  LiveDevices(LiveNames const& names, std::size_t kept_intervals)
      : names_(names), kept_intervals_(kept_intervals) {}

  void add_kernel(std::uint32_t device, std::uint64_t begin, std::uint64_t end);
  void add_copy(std::uint32_t device, std::uint64_t begin, std::uint64_t end);
  void learn(spool::DeviceRecord const& device) { state(device.device).name = device.name; }
  void settle();  ///< Counts what was added in busy_ns.

  [[nodiscard]] std::vector<LiveDevice> figures() const;

 private:
  struct State {
    explicit State(std::size_t kept_intervals) : busy(kept_intervals) {}
    std::uint32_t name = 0;
    LiveDevice sums;
    BusyClock busy;
  };

  State& state(std::uint32_t device) { return states_.try_emplace(device, kept_intervals_).first->second; }

  LiveNames const& names_;
  std::size_t kept_intervals_;
  std::map<std::uint32_t, State> states_;
};

}  // namespace llmprof::inline v0
