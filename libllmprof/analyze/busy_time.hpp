// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Length of the union of intervals that come in order of their starts.
class BusyTime {
 public:
  void add(Nanoseconds start, Nanoseconds end) noexcept {
    if (end <= last_end_) return;
    total_ += end - std::max(start, last_end_);
    last_end_ = end;
  }
  [[nodiscard]] std::int64_t total() const noexcept { return total_; }

 private:
  Nanoseconds last_end_ = std::numeric_limits<Nanoseconds>::min();
  std::int64_t total_ = 0;
};

}  // namespace llmprof::inline v0
