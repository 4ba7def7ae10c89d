// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/scopes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "libllmprof/analyze/open_ranges.hpp"

namespace llmprof::inline v0 {
namespace {

/// Numbers sorted into buckets, the order inside a bucket kept.
class Buckets {
 public:
  template <class BucketOf>
  Buckets(std::uint32_t size, std::size_t buckets, BucketOf&& bucket_of) : begins_(buckets + 1, 0) {
    for (std::uint32_t i = 0; i < size; ++i) {
      if (auto const bucket = bucket_of(i); bucket != no_index) ++begins_[bucket + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    items_.resize(begins_.back());
    std::vector<std::uint32_t> next(begins_.begin(), std::prev(begins_.end()));
    for (std::uint32_t i = 0; i < size; ++i) {
      if (auto const bucket = bucket_of(i); bucket != no_index) items_[next[bucket]++] = i;
    }
  }

  [[nodiscard]] std::uint32_t* begin(std::size_t bucket) noexcept { return items_.data() + begins_[bucket]; }
  [[nodiscard]] std::uint32_t* end(std::size_t bucket) noexcept {
    return items_.data() + begins_[bucket + 1];
  }
  [[nodiscard]] bool empty(std::size_t bucket) const noexcept {
    return begins_[bucket] == begins_[bucket + 1];
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> items_;
};

template <class Before>
void sort_unless_sorted(std::uint32_t* begin, std::uint32_t* end, Before const& before) {
  if (!std::is_sorted(begin, end, before)) std::stable_sort(begin, end, before);
}

class Sweep {
 public:
  Sweep(Trace const& trace, Operations const& operations) : trace_(trace), operations_(operations) {
    result_.parent_of.assign(trace.ranges.size(), no_index);
    result_.range_of_mark.assign(trace.marks.size(), no_index);
    result_.group_of.assign(operations.size(), 0);
    sort_ranges();
  }

  Scopes run() {
    sweep_threads();
    std::vector<std::uint32_t> const process_scope = sweep_processes();
    std::vector<std::uint32_t> const capture_of = find_captures();
    if (!process_scope.empty() || result_.captures.size() > 1) join_groups(process_scope, capture_of);
    return std::move(result_);
  }

 private:
  [[nodiscard]] Range const& range(std::uint32_t i) const noexcept { return trace_.ranges[i]; }
  [[nodiscard]] bool is_start_end(std::uint32_t i) const noexcept {
    return range(i).kind == RangeKind::start_end;
  }
  [[nodiscard]] std::uint32_t process_of_thread(std::uint32_t thread) const noexcept {
    return thread == no_index ? no_index : trace_.threads[thread].process;
  }

  /// Parents before children: by start, then the longer one, then start/end ranges, which are never children
  /// of push/pop ranges.
  void sort_ranges() {
    auto const size = static_cast<std::uint32_t>(trace_.ranges.size());
    result_.order.resize(size);
    std::iota(result_.order.begin(), result_.order.end(), 0U);
    auto const before = [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(range(a).start, range(b).end, is_start_end(b), a) <
             std::tuple(range(b).start, range(a).end, is_start_end(a), b);
    };
    sort_unless_sorted(result_.order.data(), result_.order.data() + size, before);
  }

  /// Ranges of one kind by thread or process, in sweep order.
  template <class BucketOf>
  Buckets ranges_by(std::size_t buckets, BucketOf&& bucket_of) const {
    return Buckets(static_cast<std::uint32_t>(result_.order.size()), buckets,
                   [&](std::uint32_t i) { return bucket_of(result_.order[i]); });
  }

  template <class BucketOf>
  Buckets operations_by(std::size_t buckets, BucketOf&& bucket_of) const {
    Buckets result(operations_.size(), buckets,
                   [&](std::uint32_t i) { return bucket_of(operations_.thread(i)); });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      sort_unless_sorted(result.begin(bucket), result.end(bucket), [&](std::uint32_t a, std::uint32_t b) {
        return operations_.launch(a) < operations_.launch(b);
      });
    }
    return result;
  }

  template <class BucketOf>
  Buckets marks_by(std::size_t buckets, BucketOf&& bucket_of) const {
    Buckets result(static_cast<std::uint32_t>(trace_.marks.size()), buckets,
                   [&](std::uint32_t i) { return bucket_of(trace_.marks[i].thread); });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      sort_unless_sorted(result.begin(bucket), result.end(bucket), [&](std::uint32_t a, std::uint32_t b) {
        return trace_.marks[a].time < trace_.marks[b].time;
      });
    }
    return result;
  }

  struct Span {
    std::uint32_t* begin;
    std::uint32_t* end;
  };
  static Span span(Buckets& buckets, std::size_t bucket) {
    return {buckets.begin(bucket), buckets.end(bucket)};
  }

  void sweep_threads() {
    std::size_t const threads = trace_.threads.size();
    Buckets ranges =
        ranges_by(threads, [&](std::uint32_t i) { return is_start_end(i) ? no_index : range(i).thread; });
    Buckets launches = operations_by(threads, [](std::uint32_t thread) { return thread; });
    Buckets marks = marks_by(threads, [](std::uint32_t thread) { return thread; });
    for (std::size_t thread = 0; thread < threads; ++thread) {
      if (ranges.empty(thread)) continue;  // nothing is ever open
      sweep_launches(span(ranges, thread), span(launches, thread), result_.group_of);
      sweep_marks(span(ranges, thread), span(marks, thread));
    }
    // Until start/end ranges come in, a group is the scope of its thread.
    result_.groups.clear();
    for (std::uint32_t scope = 0; scope < result_.scopes.size(); ++scope)
      result_.groups.push_back({scope, 0, 0});
  }

  /// The scope of the start/end ranges of its process for every operation; empty if there are no such ranges.
  std::vector<std::uint32_t> sweep_processes() {
    std::size_t const processes = trace_.processes.size();
    Buckets ranges = ranges_by(processes, [&](std::uint32_t i) {
      return is_start_end(i) ? process_of_thread(range(i).thread) : no_index;
    });
    bool any = false;
    for (std::size_t process = 0; process < processes; ++process) any = any || !ranges.empty(process);
    if (!any) return {};

    Buckets launches =
        operations_by(processes, [&](std::uint32_t thread) { return process_of_thread(thread); });
    // Push/pop ranges that have no parent on their own thread.
    Buckets roots = ranges_by(processes, [&](std::uint32_t i) {
      return is_start_end(i) || result_.parent_of[i] != no_index ? no_index
                                                                 : process_of_thread(range(i).thread);
    });
    Buckets marks = marks_by(processes, [&](std::uint32_t thread) { return process_of_thread(thread); });
    std::vector<std::uint32_t> process_scope(operations_.size(), 0);
    for (std::size_t process = 0; process < processes; ++process) {
      if (ranges.empty(process)) continue;
      sweep_launches(span(ranges, process), span(launches, process), process_scope);
      sweep_roots(span(ranges, process), span(roots, process));
      sweep_marks(span(ranges, process), span(marks, process));
    }
    return process_scope;
  }

  /// Opens every range that starts at or before `time`, closing what ended before each start.
  void open_until(OpenRanges& open, Span& ranges, Nanoseconds time) {
    for (; ranges.begin != ranges.end; ++ranges.begin) {
      std::uint32_t const index = result_.order[*ranges.begin];
      if (range(index).start > time) break;
      open.close_until(range(index).start);
      if (result_.parent_of[index] == no_index) result_.parent_of[index] = open.enclosing(range(index).end);
      bool const holds_something = range(index).end > range(index).start;
      if (holds_something && !open.open(index, range(index).end)) ++result_.too_deep;
    }
    open.close_until(time);
  }

  void sweep_launches(Span ranges, Span launches, std::vector<std::uint32_t>& scope_of) {
    OpenRanges open(result_.scopes, most_scopes());
    for (; launches.begin != launches.end; ++launches.begin) {
      open_until(open, ranges, operations_.launch(*launches.begin));
      scope_of[*launches.begin] = open.scope();
    }
    open_until(open, ranges, std::numeric_limits<Nanoseconds>::max());
    result_.cut = result_.cut || open.cut();
  }

  [[nodiscard]] std::size_t most_scopes() const {
    constexpr std::size_t scopes_per_event = 8;
    constexpr std::size_t always = std::size_t{1} << 20;
    return always + scopes_per_event * (trace_.ranges.size() + operations_.size());
  }

  /// Push/pop ranges without a parent on their own thread may lie in a start/end range of their process.
  void sweep_roots(Span ranges, Span roots) {
    OpenRanges open(result_.scopes);
    for (; roots.begin != roots.end; ++roots.begin) {
      std::uint32_t const index = result_.order[*roots.begin];
      open_until(open, ranges, range(index).start);
      result_.parent_of[index] = open.enclosing(range(index).end);
    }
  }

  void sweep_marks(Span ranges, Span marks) {
    OpenRanges open(result_.scopes);
    for (; marks.begin != marks.end; ++marks.begin) {
      Mark const& mark = trace_.marks[*marks.begin];
      open_until(open, ranges, mark.time);
      std::uint32_t& range_of_mark = result_.range_of_mark[*marks.begin];
      open.find([&](std::uint32_t candidate) {
        bool const fits = range_of_mark == no_index && range(candidate).domain == mark.domain;
        if (fits) range_of_mark = candidate;
        return fits;
      });
    }
  }

  /// For every graph node, the ranges on its thread that were opened inside its capture and were open when it
  /// was created.
  std::vector<std::uint32_t> find_captures() {
    std::size_t const threads = trace_.threads.size();
    Buckets ranges =
        ranges_by(threads, [&](std::uint32_t i) { return is_start_end(i) ? no_index : range(i).thread; });
    Buckets nodes(static_cast<std::uint32_t>(trace_.graph_nodes.size()), threads,
                  [&](std::uint32_t i) { return trace_.graph_nodes[i].thread; });
    std::vector<std::uint32_t> capture_of(trace_.graph_nodes.size(), 0);
    for (std::size_t thread = 0; thread < threads; ++thread) {
      if (ranges.empty(thread) || nodes.empty(thread)) continue;
      sort_unless_sorted(nodes.begin(thread), nodes.end(thread), [&](std::uint32_t a, std::uint32_t b) {
        return trace_.graph_nodes[a].created < trace_.graph_nodes[b].created;
      });
      sweep_nodes(span(ranges, thread), span(nodes, thread), capture_of);
    }
    return capture_of;
  }

  void sweep_nodes(Span ranges, Span nodes, std::vector<std::uint32_t>& capture_of) {
    OpenRanges open(result_.scopes);
    for (; nodes.begin != nodes.end; ++nodes.begin) {
      GraphNode const& node = trace_.graph_nodes[*nodes.begin];
      open_until(open, ranges, node.created);
      auto inside = opened_since(open, node.capture_begin);
      auto const next = static_cast<std::uint32_t>(result_.captures.size());
      auto const [entry, is_new] = known_captures_.try_emplace(inside, next);
      if (is_new) result_.captures.push_back(std::move(inside));
      capture_of[*nodes.begin] = entry->second;
    }
  }

  /// Outermost first.
  [[nodiscard]] std::vector<std::uint32_t> opened_since(OpenRanges const& open, Nanoseconds begin) const {
    std::vector<std::uint32_t> ranges;
    open.find([&](std::uint32_t candidate) {
      bool const before = range(candidate).start < begin;
      if (!before) ranges.push_back(candidate);
      return before;
    });
    std::reverse(ranges.begin(), ranges.end());
    return ranges;
  }

  /// Numbers the distinct sets of scopes anew, once there is more to a group than the scope of its thread.
  void join_groups(std::vector<std::uint32_t> const& process_scope,
                   std::vector<std::uint32_t> const& capture_of) {
    std::vector<ScopeSet> groups{ScopeSet{}};
    std::map<ScopeSet, std::uint32_t> known{{ScopeSet{}, 0}};
    std::pair<ScopeSet, std::uint32_t> last{};
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      // Without a launch record nobody knows what was around the launch, so nothing can stand below it.
      std::uint32_t const node = operations_.thread(i) == no_index ? no_index : operations_.graph_node(i);
      ScopeSet const set{result_.group_of[i], process_scope.empty() ? 0 : process_scope[i],
                         node == no_index ? 0 : capture_of[node]};
      if (set != last.first) {
        auto const [entry, is_new] = known.try_emplace(set, static_cast<std::uint32_t>(groups.size()));
        if (is_new) groups.push_back(set);
        last = *entry;
      }
      result_.group_of[i] = last.second;
    }
    result_.groups = std::move(groups);
  }

  Trace const& trace_;
  Operations const& operations_;
  Scopes result_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_captures_{{{}, 0}};
};

}  // namespace

Scopes find_scopes(Trace const& trace, Operations const& operations) {
  return Sweep(trace, operations).run();
}

}  // namespace llmprof::inline v0
