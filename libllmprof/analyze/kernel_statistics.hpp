// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libllmprof/analyze/phase_totals.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Statistics of one kernel on one device, in the whole trace or in a phase.
///
/// Durations are sorted once by (phases, kernel, device), so that every median is exact.
class KernelStatistics {
 public:
  KernelStatistics(Trace const& trace, Scopes const& scopes, PhaseTotals const& totals,
                   std::size_t most_kernels);

  [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }
  /// Index into names() of the kernel that launches of this name count to.
  [[nodiscard]] std::uint32_t kernel_named(StringId name) const noexcept {
    return kernel_of_name_[static_cast<std::uint32_t>(name)];
  }
  [[nodiscard]] std::uint64_t kernels_under_other() const noexcept { return under_other_; }

  [[nodiscard]] std::vector<KernelStats> of_trace() const;
  /// Launches of the phase and of all phases below it.
  [[nodiscard]] std::vector<KernelStats> of_phase(std::uint32_t phase) const;

 private:
  struct Key {
    std::uint32_t phases;  // index into phase_sets_
    std::uint32_t kernel;
    std::uint32_t device;
    friend bool operator==(Key const&, Key const&) = default;
  };
  struct KeyHash {
    std::size_t operator()(Key const& key) const noexcept;
  };

  void name_kernels(Trace const& trace, std::size_t most);
  void find_phase_sets(Scopes const& scopes, PhaseTotals const& totals);
  void sort_durations(Trace const& trace, Scopes const& scopes);
  [[nodiscard]] std::span<std::int64_t const> durations(std::size_t key) const noexcept;
  [[nodiscard]] std::vector<KernelStats> summarise(std::vector<std::uint32_t> keys) const;

  std::vector<std::string> names_;
  std::vector<std::uint32_t> kernel_of_name_;  // by the trace's id
  std::uint64_t under_other_ = 0;
  std::vector<std::vector<std::uint32_t>> phase_sets_;
  std::vector<std::uint32_t> phase_set_of_group_;
  std::vector<Key> keys_;
  std::vector<std::vector<std::uint32_t>> keys_of_phase_;
  std::vector<std::size_t> begins_;
  std::vector<std::int64_t> durations_;  // by key, ascending
};

/// Total, mean, extremes, median, deviation and histogram. @param sorted Ascending, not empty.
[[nodiscard]] KernelStats statistics(std::span<std::int64_t const> sorted);

/// By total, largest first, then by name.
void sort_by_total(std::vector<KernelStats>& kernels, std::vector<std::string> const& names);

}  // namespace llmprof::inline v0
