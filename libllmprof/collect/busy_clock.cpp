// SPDX-License-Identifier: MIT
#include "libllmprof/collect/busy_clock.hpp"

#include <algorithm>
#include <iterator>

#include "libllmprof/collect/live_sums.hpp"

namespace llmprof::inline v0 {

BusyClock::BusyClock(std::size_t kept) : kept_(std::max<std::size_t>(kept, 1)) {}

void BusyClock::add(std::uint64_t begin, std::uint64_t end) {
  begin = std::max(begin, retired_until_);
  if (end <= begin) return;
  added_.push_back({begin, end});
  if (added_.size() >= kept_) settle();
}

void BusyClock::settle() {
  if (added_.empty()) return;
  auto const earlier = [](Interval const& a, Interval const& b) { return a.begin < b.begin; };
  if (!std::is_sorted(added_.begin(), added_.end(), earlier))
    std::sort(added_.begin(), added_.end(), earlier);
  // What ended before the first one that was added stays as it is.
  auto const first = std::lower_bound(settled_.begin(), settled_.end(), added_.front().begin,
                                      [](Interval const& a, std::uint64_t begin) { return a.end < begin; });
  merged_.clear();
  std::merge(first, settled_.end(), added_.begin(), added_.end(), std::back_inserter(merged_), earlier);
  settled_.erase(first, settled_.end());
  for (Interval const& interval : merged_) append(interval);
  added_.clear();
  retire();
}

void BusyClock::append(Interval interval) {
  if (!settled_.empty() && interval.begin <= settled_.back().end) {
    settled_.back().end = std::max(settled_.back().end, interval.end);
  } else {
    settled_.push_back(interval);
  }
}

void BusyClock::retire() {
  if (settled_.size() <= 2 * kept_) return;
  auto const first_kept = settled_.end() - static_cast<std::ptrdiff_t>(kept_);
  for (auto at = settled_.begin(); at != first_kept; ++at) retired_ns_ += at->end - at->begin;
  retired_until_ = std::prev(first_kept)->end;
  settled_.erase(settled_.begin(), first_kept);
}

std::int64_t BusyClock::total_ns() const {
  std::uint64_t sum = retired_ns_;
  for (Interval const& interval : settled_) sum += interval.end - interval.begin;
  return saturated(sum);
}

}  // namespace llmprof::inline v0
