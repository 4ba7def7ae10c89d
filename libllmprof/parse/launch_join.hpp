// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Joins what ran on a GPU with the API call that launched it, on (process, correlation id).
///
/// A graph launch shares its id among hundreds of kernels, and ids repeat across processes. First every
/// device operation is expected, then every API call is offered. Calls come nearly in the order of their ids,
/// so the search goes on from the last hit.
class LaunchJoin {
 public:
  struct Launch {
    Nanoseconds time = 0;
    std::uint32_t thread = no_index;
  };

  /// Operation number `operation` waits for the call with this id. Numbers are dense from 0.
  void expect(std::uint32_t process, std::int64_t correlation, std::uint32_t operation);

  /// Ends the expecting. Call once, before the first offer.
  void prepare();

  /// An API call. @return whether any operation waited for it. Of two calls with one id the earlier one
  /// counts.
  bool offer(std::uint32_t process, std::int64_t correlation, Nanoseconds time, std::uint32_t thread);

  /// Ends the offering. Call once, before the first of().
  void finish();

  /// By operation number; a thread of no_index if no call was offered for it, or it was never expected.
  [[nodiscard]] Launch of(std::uint32_t operation) const noexcept {
    return operation < launches_.size() ? launches_[operation] : Launch{};
  }

 private:
  struct Entry {
    std::int64_t correlation;
    std::uint32_t process;
    std::uint32_t operation;
  };
  static bool before(Entry const& entry, std::uint32_t process, std::int64_t correlation) noexcept;
  [[nodiscard]] std::size_t find(std::uint32_t process, std::int64_t correlation) const noexcept;

  std::vector<Entry> entries_;
  std::vector<Launch> calls_;     // by entry; of entries with one key, the first has it
  std::vector<Launch> launches_;  // by operation
  std::size_t last_ = 0;
};

}  // namespace llmprof::inline v0
