// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace llmprof::inline v0 {

/// How long at least one of many intervals of time lasted, in memory that does not grow.
///
/// Intervals may come in any order. The most recent ones that do not touch are kept apart; older time is
/// summed up, and what comes for it afterwards no longer counts.
class BusyClock {
 public:
  /// @param kept At least so many intervals are kept apart; at most twice as many.
  explicit BusyClock(std::size_t kept);

  void add(std::uint64_t begin, std::uint64_t end);  ///< ns
  void settle();                                     ///< Counts what was added.
  [[nodiscard]] std::int64_t total_ns() const;       ///< Of what was settled.

 private:
  struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  void append(Interval interval);
  void retire();

  std::size_t kept_;
  std::vector<Interval> settled_;  // in order, not touching
  std::vector<Interval> added_;
  std::vector<Interval> merged_;  // kept for its memory
  std::uint64_t retired_until_ = 0;
  std::uint64_t retired_ns_ = 0;
};

}  // namespace llmprof::inline v0
