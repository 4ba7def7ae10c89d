// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/open_ranges.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

bool OpenRanges::open(std::uint32_t range, Nanoseconds end) {
  if (open_.size() >= most) return false;
  open_.push_back({range, 0, end});
  earliest_end_ = std::min(earliest_end_, end);
  return true;
}

void OpenRanges::close_until(Nanoseconds time) {
  if (time < earliest_end_) return;
  auto const closed = [&](Entry const& entry) { return entry.end <= time; };
  auto const first = std::find_if(open_.begin(), open_.end(), closed);
  auto const last = std::remove_if(first, open_.end(), closed);
  // What lay above a closed range has another outer scope now.
  for (auto entry = first; entry != last; ++entry) entry->scope = 0;
  open_.erase(last, open_.end());
  earliest_end_ = std::numeric_limits<Nanoseconds>::max();
  for (Entry const& entry : open_) earliest_end_ = std::min(earliest_end_, entry.end);
}

std::uint32_t OpenRanges::enclosing(Nanoseconds end) const noexcept {
  auto const found =
      std::find_if(open_.rbegin(), open_.rend(), [&](Entry const& entry) { return entry.end >= end; });
  return found == open_.rend() ? no_index : found->range;
}

std::uint32_t OpenRanges::scope() {
  if (open_.empty()) return 0;
  if (open_.back().scope != 0) return open_.back().scope;
  auto entry = std::find_if(open_.begin(), open_.end(), [](Entry const& e) { return e.scope == 0; });
  if (scopes_.size() > most_scopes_ && open_.size() > ranges_when_cut) {
    cut_ = true;
    entry = std::max(entry, open_.end() - ranges_when_cut);
  }
  std::uint32_t outer = entry == open_.begin() ? 0 : std::prev(entry)->scope;
  for (; entry != open_.end(); ++entry) {
    entry->scope = static_cast<std::uint32_t>(scopes_.size());
    scopes_.push_back({outer, entry->range});
    outer = entry->scope;
  }
  return outer;
}

}  // namespace llmprof::inline v0
