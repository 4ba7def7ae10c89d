// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "libllmprof/collect/phase_sums.hpp"
#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::inline v0 {

struct OpenRange {
  std::uint64_t time = 0;
  std::uint64_t range = 0;  ///< Of a start/end range: its id.
  std::optional<std::int64_t> payload;
  std::uint32_t name = 0;
  std::uint16_t domain = 0;
  std::uint32_t opened_as = 0;  ///< Path at that time: the phase that it is an instance of.
  std::uint32_t path = 0;       ///< Path now: what is around may have been opened, or closed, since.
};

/// Ranges inside of one another in the order in which they were opened; they may close in any order.
class RangeStack {
 public:
  explicit RangeStack(PathTree& paths) : paths_(&paths) {}

  [[nodiscard]] std::size_t size() const noexcept { return open_.size(); }
  [[nodiscard]] std::uint32_t path() const noexcept { return open_.empty() ? around_ : open_.back().path; }

  void open(OpenRange range);
  /// The whole stack now lies in the path `around`.
  void move_into(std::uint32_t around);

  template <class Fits>
  [[nodiscard]] OpenRange const* innermost(Fits const& fits) const {
    for (auto range = open_.rbegin(); range != open_.rend(); ++range) {
      if (fits(*range)) return &*range;
    }
    return nullptr;
  }
  void close(OpenRange const* range);  ///< One that innermost() gave.
  void clear() noexcept { open_.clear(); }
  [[nodiscard]] std::vector<OpenRange> const& open_ranges() const noexcept { return open_; }

 private:
  void number_from(std::size_t first);

  PathTree* paths_;
  std::uint32_t around_ = PathTree::outside;
  std::vector<OpenRange> open_;
};

/// Which ranges are open: start/end ranges in the whole process, push/pop ranges on each thread.
///
/// A thread's path is the start/end ranges, then its own ranges, in the order in which they were opened. A
/// range that is closed counts to the path that it was opened as, and so do its tokens.
class LiveRanges {
 public:
  /// The push/pop ranges of one thread.
  struct Thread {
    explicit Thread(PathTree& paths) : stack(paths) {}
    RangeStack stack;
    std::unordered_map<std::uint16_t, std::uint64_t> left_out;  ///< By domain: open, and not on the stack.
  };

  /// @param most So many ranges may be open on a thread, and in the process; more are left out, so that what
  /// happens inside counts to the range around.
  LiveRanges(PathTree& paths, PhaseSums& sums, LiveNames const& names, std::size_t most)
      : sums_(sums), names_(names), most_(most), started_(paths) {}

  // In order of time, whatever the thread.
  void push(Thread& thread, spool::RangeRecord const& record);
  void pop(Thread& thread, spool::RangeEndRecord const& record);
  void start(spool::RangeRecord const& record);
  void end(spool::RangeEndRecord const& record);
  /// Recording ended: for us, what is open on this thread, or was started, ended with it.
  void end_open(Thread& thread, std::uint64_t time);
  void end_started(std::uint64_t time);
  /// An end may have been lost: what was started would be around all that comes.
  void forget_started();
  void mark(Thread const& thread, spool::RangeRecord const& record);

  [[nodiscard]] std::uint32_t path(Thread& thread);
  [[nodiscard]] std::uint64_t stray_ends() const noexcept { return stray_ends_; }
  [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  void close(RangeStack& stack, OpenRange const* range, std::uint64_t time);
  void end_all(RangeStack& stack, std::uint64_t time);
  void add_instance(OpenRange const& range, std::uint64_t end);

  PhaseSums& sums_;
  LiveNames const& names_;
  std::size_t most_;
  RangeStack started_;
  std::uint64_t starts_left_out_ = 0;  // and not ended since
  std::uint64_t stray_ends_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace llmprof::inline v0
