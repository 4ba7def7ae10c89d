// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libllmprof/collect/kernel_matcher.hpp"
#include "libllmprof/collect/live_devices.hpp"
#include "libllmprof/collect/live_names.hpp"
#include "libllmprof/collect/live_ranges.hpp"
#include "libllmprof/collect/path_tree.hpp"
#include "libllmprof/collect/phase_sums.hpp"
#include "libllmprof/collect/record_queue.hpp"
#include "libllmprof/collect/spool_format.hpp"
#include "llmprof/collect/live_figures.hpp"

namespace llmprof::inline v0 {

/// A thread may be interrupted between looking at the clock and writing its record.
inline constexpr std::uint64_t settled_after_ns = 2'000'000;

/// How much a summary keeps. What goes beyond counts to "(other)", but where it says otherwise.
struct SummaryLimits {
  std::size_t paths = 4096;
  std::size_t kernels = 65536;  ///< Pairs of phase and kernel; and one "(other)" a phase.
  std::size_t names = 65536;
  std::size_t name_bytes = std::size_t{16} << 20U;  ///< Of all names together.
  /// Ranges open at once: on a thread, and of start/end ranges. More are left out: what happens inside counts
  /// to the range around. They are counted in `dropped`.
  std::size_t open_ranges = 256;
  /// Records that wait for a fold, of all threads, and likewise of kernels. If there are more, all are folded
  /// at once: in the order in which they came, where threads are concerned, and kernels whose launch was not
  /// added before count as unattributed.
  std::size_t pending = std::size_t{1} << 20U;
  /// Launches whose path is known; a power of 2. Kernels of older ones count as unattributed.
  std::size_t launches = std::size_t{1} << 20U;
  /// Times of work on a device that are kept apart, so that what comes late is not counted twice.
  std::size_t intervals = std::size_t{1} << 17U;
};

/// Folds the records of a process into figures, in memory that does not grow with time.
///
/// One thread at a time may use it. Kernels are matched with their launch by the fold after they were added,
/// or the two next ones: the launch may be added later, or be later than that fold's `until`.
class LiveSummary {
 public:
  explicit LiveSummary(SummaryLimits limits = {});
  LiveSummary(LiveSummary const&) = delete;  // its parts know each other
  LiveSummary& operator=(LiveSummary const&) = delete;

  /// A record of this thread, in the order in which it wrote them. It is copied. Records of kinds that are
  /// unknown, or too small for their kind, are ignored.
  void add(std::uint32_t tid, spool::Record const& record);

  /// Names that the process had before its first record: it was forked with them.
  LiveNames& names() noexcept { return names_; }

  /// Folds what threads wrote before `until`, in order of time, and what devices did.
  ///
  /// If `until` is a time at which the threads' records had not yet been read, then all earlier ones, of
  /// whatever thread, have been added, and names are known before they are used.
  void fold(std::uint64_t until);

  /// What the thread wrote is still folded; what it left open is then closed without a duration. Its number
  /// may be used again.
  void end_thread(std::uint32_t tid);

  /// Of what was folded. `recorded_ns` is left to the caller; `dropped` has what was left out here.
  [[nodiscard]] LiveFigures figures() const;

  /// Threads of which something is remembered.
  [[nodiscard]] std::size_t threads() const noexcept { return threads_.size(); }
  /// Records that wait for a fold.
  [[nodiscard]] std::size_t pending() const noexcept { return queued_ + kernels_.waiting(); }

 private:
  struct Thread {
    explicit Thread(PathTree& paths) : ranges(paths) {}
    LiveRanges::Thread ranges;
    RecordQueue queue;
    bool ended = false;
  };
  using Head = std::pair<std::uint64_t, Thread*>;  // time of the first record that waits

  template <class T>
  Thread& enqueue(std::uint32_t tid, T const& record);
  void add_kernel(spool::KernelRecord const& kernel);
  void add_copy(spool::MemoryRecord const& copy);
  void add_graph(spool::GraphRecord const& graph);
  void make_room();

  void fold_threads(std::uint64_t until);
  void wait(Thread& thread, std::uint64_t until);
  void take(Thread& thread, spool::Record const& record);
  void end_window(std::uint64_t time);
  void tidy_threads();

  std::size_t pending_;
  LiveNames names_;
  PathTree paths_;
  PhaseSums sums_;
  LiveRanges ranges_;
  LiveDevices devices_;
  KernelMatcher kernels_;
  std::unordered_map<std::uint32_t, Thread> threads_;
  std::vector<Head> heads_;  // a heap, the earliest first; kept for its memory
  std::size_t queued_ = 0;
};

}  // namespace llmprof::inline v0
