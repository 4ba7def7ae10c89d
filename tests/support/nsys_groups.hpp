// SPDX-License-Identifier: MIT
#pragma once

// The launches and ranges of a trace, put together as the reports of nsys stats put them together.

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llmprof/model/trace.hpp"

namespace llmprof::tests {

/// Launches or ranges that nsys puts into one row.
struct Group {
  std::set<std::size_t> members;        // indexes of launches or ranges
  std::set<std::size_t> ranges;         // indexes of ranges that hold any of the launches
  std::vector<std::int64_t> durations;  // nsys adds a launch up once for each range of the group around it
};

/// By the cells that make a row one of its kind: names, style, process, thread.
using Key = std::vector<std::string>;
using Groups = std::map<Key, Group>;

inline std::int64_t duration(KernelLaunch const& launch) { return launch.end - launch.start; }

/// The name of a range as nsys writes it. Where the capture began after a domain was made, its name is not in
/// it: nsys then writes the range as if it were of the default domain, we call it `domain 1`.
inline std::string tag(std::string_view domain, std::string_view name) {
  std::string_view const unnamed = "domain ";
  bool const has_no_name = domain.starts_with(unnamed) &&
                           domain.find_first_not_of("0123456789", unnamed.size()) == std::string::npos;
  return (domain.empty() || has_no_name ? "" : std::string(domain) + ":") + std::string(name);
}

inline std::string tag(Trace const& trace, Range const& range) {
  return tag(trace.strings[range.domain], trace.strings[range.name]);
}

inline std::string style(Range const& range) {
  return range.kind == RangeKind::push_pop ? "PushPop" : "StartEnd";
}

inline void add(Groups& groups, Key key, std::size_t member, std::int64_t lasted) {
  Group& group = groups[std::move(key)];
  group.members.insert(member);
  group.durations.push_back(lasted);
}

/// As nsys prints the sides of a grid or block.
inline std::string sides(std::array<std::int32_t, 3> const& shape) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%4d %4d %4d", shape[0], shape[1], shape[2]);
  return text.data();
}

inline Groups kernels_by_name(Trace const& trace) {
  Groups groups;
  for (std::size_t i = 0; i < trace.launches.size(); ++i) {
    KernelLaunch const& launch = trace.launches[i];
    add(groups, {std::string(trace.strings[launch.name])}, i, duration(launch));
  }
  return groups;
}

inline Groups kernels_by_shape(Trace const& trace) {
  Groups groups;
  for (std::size_t i = 0; i < trace.launches.size(); ++i) {
    KernelLaunch const& launch = trace.launches[i];
    LaunchShape const& shape = trace.shapes[launch.shape];
    add(groups, {std::string(trace.strings[launch.name]), sides(shape.grid), sides(shape.block)}, i,
        duration(launch));
  }
  return groups;
}

/// Where a range ends for nsys: one that is still open ends with the last NVTX event, for us with the
/// capture.
inline Nanoseconds end_of(Trace const& trace, Range const& range) {
  if (!range.open) return range.end;
  Nanoseconds last = range.start;
  for (Range const& other : trace.ranges) last = std::max(last, other.open ? other.start : other.end);
  for (Mark const& mark : trace.marks) last = std::max(last, mark.time);
  return last;
}

inline Groups ranges_by_name(Trace const& trace) {
  Groups groups;
  for (std::size_t i = 0; i < trace.ranges.size(); ++i) {
    Range const& range = trace.ranges[i];
    add(groups, {tag(trace, range), style(range)}, i, end_of(trace, range) - range.start);
  }
  return groups;
}

/// Process and thread that launched it, as nsys prints them; empty where the capture does not say.
inline std::pair<std::string, std::string> launcher(Trace const& trace, KernelLaunch const& launch) {
  if (launch.thread == no_index) return {};
  Thread const& thread = trace.threads[launch.thread];
  return {std::to_string(trace.processes[thread.process].pid), std::to_string(thread.tid)};
}

/// Where the GPU work of a range was: from the start of its first operation to the end of its last.
struct Projection {
  Nanoseconds start = std::numeric_limits<Nanoseconds>::max();
  Nanoseconds end = std::numeric_limits<Nanoseconds>::min();

  void add(Nanoseconds from, Nanoseconds to) {
    start = std::min(start, from);
    end = std::max(end, to);
  }
};

/// The projections of ranges onto the GPU, by range: of kernels, copies and sets that its own thread launched
/// while it was open.
inline std::map<std::size_t, Projection> projections(Trace const& trace) {
  std::map<std::uint32_t, std::vector<std::size_t>> ranges_of;
  for (std::size_t i = 0; i < trace.ranges.size(); ++i) ranges_of[trace.ranges[i].thread].push_back(i);
  std::map<std::size_t, Projection> found;
  auto const add_all = [&](auto const& operations) {
    for (auto const& operation : operations) {
      for (std::size_t const index : ranges_of[operation.thread]) {
        Range const& range = trace.ranges[index];
        if (operation.launch < range.start || operation.launch >= end_of(trace, range)) continue;
        found[index].add(operation.start, operation.end);
      }
    }
  };
  add_all(trace.launches);
  add_all(trace.memory_operations);
  return found;
}

inline Groups projections_by_name(Trace const& trace) {
  Groups groups;
  for (auto const& [index, projection] : projections(trace)) {
    Range const& range = trace.ranges[index];
    add(groups, {tag(trace, range), style(range)}, index, projection.end - projection.start);
  }
  return groups;
}

/// Those groups whose second cell is `wanted`, without that cell.
inline Groups groups_of_style(Groups const& groups, std::string_view wanted) {
  Groups chosen;
  for (auto const& [key, group] : groups) {
    if (key.at(1) == wanted) chosen[{key.at(0)}] = group;
  }
  return chosen;
}

/// Kernels by the ranges around their launch on the same thread. To nsys the whole call must lie in the
/// range, to us its begin: in these captures no call crosses the end of a range.
inline Groups kernels_by_range(Trace const& trace) {
  std::map<std::uint32_t, std::vector<std::size_t>> ranges_of;
  for (std::size_t i = 0; i < trace.ranges.size(); ++i) ranges_of[trace.ranges[i].thread].push_back(i);
  Groups groups;
  for (std::size_t i = 0; i < trace.launches.size(); ++i) {
    KernelLaunch const& launch = trace.launches[i];
    std::string const kernel(trace.strings[launch.name]);
    auto const [pid, tid] = launcher(trace, launch);
    bool is_outside = true;
    for (std::size_t const index : ranges_of[launch.thread]) {
      Range const& range = trace.ranges[index];
      if (launch.launch < range.start || launch.launch >= end_of(trace, range)) continue;
      is_outside = false;
      Key const key{tag(trace, range), style(range), pid, tid, kernel};
      add(groups, key, i, duration(launch));
      groups[key].ranges.insert(index);
    }
    if (is_outside) add(groups, {"", "", pid, tid, kernel}, i, duration(launch));
  }
  return groups;
}

}  // namespace llmprof::tests
