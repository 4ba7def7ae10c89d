// SPDX-License-Identifier: MIT
#include "libllmprof/parse/launch_join.hpp"

#include <algorithm>
#include <tuple>

namespace llmprof::inline v0 {

void LaunchJoin::expect(std::uint32_t process, std::int64_t correlation, std::uint32_t operation) {
  entries_.push_back({correlation, process, operation});
}

void LaunchJoin::prepare() {
  auto const by_key = [](Entry const& a, Entry const& b) {
    return std::tie(a.process, a.correlation) < std::tie(b.process, b.correlation);
  };
  if (!std::is_sorted(entries_.begin(), entries_.end(), by_key)) {
    std::stable_sort(entries_.begin(), entries_.end(), by_key);
  }
  calls_.assign(entries_.size(), {});
}

bool LaunchJoin::before(Entry const& entry, std::uint32_t process, std::int64_t correlation) noexcept {
  return std::tie(entry.process, entry.correlation) < std::tie(process, correlation);
}

/// The first entry that is not before the key: gallops away from the last hit, then halves.
std::size_t LaunchJoin::find(std::uint32_t process, std::int64_t correlation) const noexcept {
  std::size_t const size = entries_.size();
  std::size_t low = std::min(last_, size);
  std::size_t high = low;
  std::size_t step = 1;
  if (low < size && before(entries_[low], process, correlation)) {
    while (high < size && before(entries_[high], process, correlation)) {
      low = high + 1;
      high = std::min(size, high + step);
      step *= 2;
    }
  } else {
    while (low > 0 && !before(entries_[low - 1], process, correlation)) {
      high = low - 1;
      low -= std::min(low, step);
      step *= 2;
    }
  }
  auto const begin = entries_.begin();
  auto const found = std::partition_point(
      begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high),
      [&](Entry const& entry) { return before(entry, process, correlation); });
  return static_cast<std::size_t>(found - begin);
}

bool LaunchJoin::offer(std::uint32_t process, std::int64_t correlation, Nanoseconds time,
                       std::uint32_t thread) {
  last_ = find(process, correlation);
  bool const found = last_ < entries_.size() && entries_[last_].process == process &&
                     entries_[last_].correlation == correlation;
  if (!found) return false;
  Launch& call = calls_[last_];
  if (call.thread == no_index || time < call.time) call = {time, thread};
  return true;
}

void LaunchJoin::finish() {
  std::uint32_t operations = 0;
  for (Entry const& entry : entries_) operations = std::max(operations, entry.operation + 1);
  launches_.assign(operations, {});
  std::size_t first = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    bool const same_key = entries_[i].process == entries_[first].process &&
                          entries_[i].correlation == entries_[first].correlation;
    if (!same_key) first = i;
    launches_[entries_[i].operation] = calls_[first];
  }
}

}  // namespace llmprof::inline v0
