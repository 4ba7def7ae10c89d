// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/timeline.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

/// Busy nanoseconds per bin of one track. Intervals come in order of their starts.
class Track {
 public:
  Track(Nanoseconds origin, Nanoseconds bin_ns, std::size_t bins)
      : origin_(origin), bin_ns_(bin_ns), covered_until_(origin), busy_(bins, 0) {}

  void add(Nanoseconds start, Nanoseconds end) {
    for (Nanoseconds at = std::max(start, covered_until_); at < end;) {
      auto const bin = static_cast<std::size_t>((at - origin_) / bin_ns_);
      if (bin >= busy_.size()) break;
      Nanoseconds const bin_end = origin_ + static_cast<Nanoseconds>(bin + 1) * bin_ns_;
      busy_[bin] += std::min(end, bin_end) - at;
      at = bin_end;
    }
    covered_until_ = std::max(covered_until_, end);
  }

  [[nodiscard]] std::vector<float> shares() const {
    std::vector<float> shares;
    shares.reserve(busy_.size());
    for (Nanoseconds const busy : busy_)
      shares.push_back(static_cast<float>(busy) / static_cast<float>(bin_ns_));
    return shares;
  }

 private:
  Nanoseconds origin_;
  Nanoseconds bin_ns_;
  Nanoseconds covered_until_;
  std::vector<Nanoseconds> busy_;
};

}  // namespace

Timeline make_timeline(Trace const& trace, Operations const& operations, Scopes const& scopes,
                       PhaseTotals const& totals, std::vector<std::vector<Label>> const& paths,
                       std::span<std::uint32_t const> phases, std::span<std::uint32_t const> by_start,
                       std::size_t bins) {
  Timeline timeline;
  if (by_start.empty()) return timeline;
  timeline.start = operations.start(by_start.front());
  Nanoseconds end = timeline.start;
  for (std::uint32_t const operation : by_start) end = std::max(end, operations.end(operation));
  auto const bin_count = static_cast<Nanoseconds>(bins);
  timeline.bin_ns = std::max<Nanoseconds>(1, (end - timeline.start + bin_count - 1) / bin_count);
  auto const used = static_cast<std::size_t>((end - timeline.start + timeline.bin_ns - 1) / timeline.bin_ns);

  std::vector<Track> devices(trace.devices.size(), Track(timeline.start, timeline.bin_ns, used));
  std::vector<Track> tracks(phases.size(), Track(timeline.start, timeline.bin_ns, used));
  for (std::uint32_t const operation : by_start) {
    Nanoseconds const start = operations.start(operation);
    Nanoseconds const stop = operations.end(operation);
    devices[trace.streams[operations.stream(operation)].device].add(start, stop);
    auto const own = totals.phases_of(scopes.group_of[operation]);
    for (std::size_t i = 0; i < phases.size(); ++i) {
      if (std::binary_search(own.begin(), own.end(), phases[i])) tracks[i].add(start, stop);
    }
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    timeline.tracks.push_back({device_label(trace.devices[i]), devices[i].shares()});
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    timeline.tracks.push_back({to_string(paths[phases[i]]), tracks[i].shares()});
  }
  return timeline;
}

}  // namespace llmprof::inline v0
