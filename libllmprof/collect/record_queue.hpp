// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::inline v0 {

/// Copies of a thread's records of ranges and launches, first in, first out.
class RecordQueue {
 public:
  static constexpr std::size_t most_bytes =
      std::max({sizeof(spool::RangeRecord), sizeof(spool::RangeEndRecord), sizeof(spool::LaunchRecord)});

  template <class T>
  void push(T const& record) {
    static_assert(sizeof(T) <= most_bytes);
    std::memcpy(slots_.emplace_back().bytes.data(), &record, sizeof(T));
  }
  [[nodiscard]] bool empty() const noexcept { return first_ == slots_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return slots_.size() - first_; }
  [[nodiscard]] spool::Record const& front() const noexcept {
    return *reinterpret_cast<spool::Record const*>(slots_[first_].bytes.data());
  }
  void pop() noexcept { ++first_; }

  /// Frees the place of what was popped. Memory is kept, unless it is much for a queue that is empty.
  void compact() {
    slots_.erase(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
    if (slots_.empty() && slots_.capacity() > most_kept) slots_ = std::vector<Slot>();
  }

 private:
  static constexpr std::size_t most_kept = std::size_t{1} << 16U;

  struct Slot {
    alignas(8) std::array<std::byte, most_bytes> bytes;
  };

  std::vector<Slot> slots_;
  std::size_t first_ = 0;
};

}  // namespace llmprof::inline v0
