// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libllmprof/collect/launch_paths.hpp"
#include "libllmprof/collect/phase_sums.hpp"

namespace llmprof::inline v0 {

/// Brings kernels together with the path in which they were launched.
class KernelMatcher {
 public:
  static constexpr int most_tries = 3;

  KernelMatcher(PhaseSums& sums, std::size_t launches) : sums_(sums), launches_(launches) {}

  void add_launch(std::uint32_t correlation, std::uint32_t path) noexcept {
    launches_.put(correlation, path);
  }
  void add_kernel(std::uint32_t correlation, std::uint32_t name, std::int64_t duration_ns) {
    waiting_.push_back({duration_ns, correlation, name, 0});
  }

  /// Kernels without a launch wait for the next call, until most_tries calls have not found it.
  void match();
  void give_up();  ///< Nothing waits any longer.

  [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }
  [[nodiscard]] std::uint64_t unattributed_calls() const noexcept { return unattributed_calls_; }
  [[nodiscard]] std::int64_t unattributed_ns() const noexcept { return unattributed_ns_; }

 private:
  struct Kernel {
    std::int64_t duration_ns = 0;
    std::uint32_t correlation = 0;
    std::uint32_t name = 0;
    int tries = 0;
  };

  bool settle(Kernel& kernel);
  void leave_unattributed(Kernel const& kernel);

  PhaseSums& sums_;
  LaunchPaths launches_;
  std::vector<Kernel> waiting_;
  std::uint64_t unattributed_calls_ = 0;
  std::int64_t unattributed_ns_ = 0;
};

}  // namespace llmprof::inline v0
