// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "libllmprof/analyze/operations.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// A set of open ranges, as a list: this range, and the scope outside of it. Scope 0 is the empty set.
struct Scope {
  std::uint32_t outer = 0;
  std::uint32_t range = no_index;
};

/// What a launch belongs to: the ranges open on its thread and the start/end ranges of its process, and for a
/// kernel of a CUDA graph the ranges that had been opened inside the capture when its node was captured.
struct ScopeSet {
  std::uint32_t thread = 0;   ///< Index into Scopes::scopes.
  std::uint32_t process = 0;  ///< Likewise.
  std::uint32_t capture = 0;  ///< Index into Scopes::captures.

  friend auto operator<=>(ScopeSet const&, ScopeSet const&) = default;
};

/// Which ranges were open at every launch and mark, and which range lies in which.
struct Scopes {
  std::vector<Scope> scopes{Scope{}};
  std::vector<ScopeSet> groups{ScopeSet{}};  ///< Distinct sets; 0 is the empty one.
  std::vector<std::vector<std::uint32_t>> captures{
      {}};                                   ///< Ranges inside a capture, outermost first; 0: none.
  std::vector<std::uint32_t> group_of;       ///< By operation number.
  std::vector<std::uint32_t> parent_of;      ///< By range; no_index for roots.
  std::vector<std::uint32_t> order;          ///< All ranges, parents before children.
  std::vector<std::uint32_t> range_of_mark;  ///< By mark: innermost open range of its domain, or no_index.
  bool cut =
      false;  ///< So many start/end ranges overlapped that some launches count only to the last opened.
  std::uint64_t too_deep = 0;  ///< Ranges whose launches count to the range outside of them.

  /// The innermost range around the launches of a group, or no_index: the top of the thread's stack, else the
  /// start/end range that began last.
  [[nodiscard]] std::uint32_t innermost(std::uint32_t group) const noexcept {
    ScopeSet const& set = groups[group];
    return scopes[set.thread != 0 ? set.thread : set.process].range;
  }

  /// Calls f(range) for every range around the launches of a group. Ranges inside a capture are not among
  /// them: they were open when the graph was captured, not when it was launched.
  template <class F>
  void for_each_range(std::uint32_t group, F&& f) const {
    for (std::uint32_t const head : {groups[group].thread, groups[group].process}) {
      for (std::uint32_t scope = head; scope != 0; scope = scopes[scope].outer) f(scopes[scope].range);
    }
  }
};

/// Sweeps every thread and process in time order. O(n log n).
[[nodiscard]] Scopes find_scopes(Trace const& trace, Operations const& operations);

}  // namespace llmprof::inline v0
