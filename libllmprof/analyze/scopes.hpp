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

/// The open ranges that a launch belongs to: those on its thread, and the start/end ranges of its process.
struct ScopePair {
  std::uint32_t thread = 0;   ///< Index into Scopes::scopes.
  std::uint32_t process = 0;  ///< Likewise.

  friend bool operator==(ScopePair const&, ScopePair const&) = default;
};

/// Which ranges were open at every launch and mark, and which range lies in which.
struct Scopes {
  std::vector<Scope> scopes{Scope{}};
  std::vector<ScopePair> groups{ScopePair{}};  ///< Distinct pairs; 0 is the empty one.
  std::vector<std::uint32_t> group_of;         ///< By operation number.
  std::vector<std::uint32_t> parent_of;        ///< By range; no_index for roots.
  std::vector<std::uint32_t> order;            ///< All ranges, parents before children.
  std::vector<std::uint32_t> range_of_mark;    ///< By mark: innermost open range of its domain, or no_index.
  std::uint64_t too_deep = 0;                  ///< Ranges whose launches count to the range outside of them.

  /// The innermost range of a group, or no_index: the top of the thread's stack, else the start/end range
  /// that began last.
  [[nodiscard]] std::uint32_t innermost(std::uint32_t group) const noexcept {
    ScopePair const& pair = groups[group];
    return scopes[pair.thread != 0 ? pair.thread : pair.process].range;
  }

  /// Calls f(range) for every range of a group.
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
