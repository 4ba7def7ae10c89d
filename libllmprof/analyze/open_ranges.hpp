// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "libllmprof/analyze/scopes.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// The ranges that are open at the moment of a sweep, outermost first.
///
/// Ranges may close in any order: push/pop ranges nest, start/end ranges need not. A scope is made only when
/// someone asks for it, so that ranges without launches cost nothing.
class OpenRanges {
 public:
  /// More than this many at once are not kept apart: a hostile file must not make every launch walk a long
  /// list.
  static constexpr std::size_t most = 4096;

  /// @param most_scopes Beyond it, a scope has only the ranges that were opened last: overlapping start/end
  /// ranges
  ///        need a new list whenever one of them closes, and memory must stay in proportion to the events.
  explicit OpenRanges(std::vector<Scope>& scopes,
                      std::size_t most_scopes = std::numeric_limits<std::size_t>::max()) noexcept
      : scopes_(scopes), most_scopes_(most_scopes) {}

  /// @return false if too many are open already; the range is then left out.
  [[nodiscard]] bool open(std::uint32_t range, Nanoseconds end);

  /// Closes what ends at or before `time`: a range does not contain its end.
  void close_until(Nanoseconds time);

  /// The innermost open range that lasts at least until `end`, or no_index.
  [[nodiscard]] std::uint32_t enclosing(Nanoseconds end) const noexcept;

  /// The scope of all open ranges.
  [[nodiscard]] std::uint32_t scope();

  /// Whether a scope had to leave ranges out.
  [[nodiscard]] bool cut() const noexcept { return cut_; }

  /// Calls f(range) innermost first until it returns true.
  template <class F>
  void find(F&& f) const {
    for (auto entry = open_.rbegin(); entry != open_.rend(); ++entry) {
      if (f(entry->range)) return;
    }
  }

 private:
  struct Entry {
    std::uint32_t range;
    std::uint32_t scope;  // 0: not made yet
    Nanoseconds end;
  };

  static constexpr std::size_t ranges_when_cut = 16;

  std::vector<Scope>& scopes_;
  std::size_t most_scopes_;
  bool cut_ = false;
  std::vector<Entry> open_;
  Nanoseconds earliest_end_ = std::numeric_limits<Nanoseconds>::max();
};

}  // namespace llmprof::inline v0
