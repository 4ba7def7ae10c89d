// SPDX-License-Identifier: MIT
#include "libllmprof/parse/kineto_launches.hpp"

#include <algorithm>
#include <tuple>

namespace llmprof::inline v0 {

void KinetoLaunches::add_call(std::int64_t correlation, Launch const& call) {
  // 0 is what an event has that nobody gave an id.
  if (correlation != 0) calls_.push_back({correlation, call});
}

void KinetoLaunches::prepare() {
  std::sort(calls_.begin(), calls_.end(), [](Call const& a, Call const& b) {
    return std::tie(a.correlation, a.launch.process, a.launch.time, a.launch.thread) <
           std::tie(b.correlation, b.launch.process, b.launch.time, b.launch.thread);
  });
  auto const later = std::unique(calls_.begin(), calls_.end(), [](Call const& a, Call const& b) {
    return a.correlation == b.correlation && a.launch.process == b.launch.process;
  });
  calls_.erase(later, calls_.end());
}

/// The number of calls if there is none.
std::size_t KinetoLaunches::first_call(std::int64_t correlation) {
  constexpr std::size_t near = 8;
  for (std::size_t i = last_; i < std::min(last_ + near, calls_.size()); ++i) {
    bool const is_first = i == 0 || calls_[i - 1].correlation < correlation;
    if (is_first && calls_[i].correlation == correlation) return last_ = i;
  }
  auto const found = std::partition_point(calls_.begin(), calls_.end(),
                                          [&](Call const& call) { return call.correlation < correlation; });
  if (found == calls_.end() || found->correlation != correlation) return calls_.size();
  return last_ = static_cast<std::size_t>(found - calls_.begin());
}

/// The process of all calls with one correlation id, `several` if there are more.
std::uint32_t KinetoLaunches::process_of_calls(std::size_t first) const noexcept {
  bool const are_several =
      first + 1 < calls_.size() && calls_[first + 1].correlation == calls_[first].correlation;
  return are_several ? several : calls_[first].launch.process;
}

void KinetoLaunches::see(std::int64_t correlation, std::uint32_t track) {
  if (track >= processes_of_tracks_.size()) processes_of_tracks_.resize(track + 1, no_index);
  std::size_t const first = first_call(correlation);
  if (first == calls_.size()) return;
  std::uint32_t const process = process_of_calls(first);
  if (process == several) return;
  std::uint32_t& known = processes_of_tracks_[track];
  known = known == no_index || known == process ? process : several;
}

std::uint32_t KinetoLaunches::process_of_track(std::uint32_t track) const noexcept {
  std::uint32_t const process =
      track < processes_of_tracks_.size() ? processes_of_tracks_[track] : std::uint32_t{no_index};
  return process == several ? std::uint32_t{no_index} : process;
}

KinetoLaunches::Launch KinetoLaunches::of(std::int64_t correlation, std::uint32_t track) {
  std::size_t const first = first_call(correlation);
  Launch const unknown{0, no_index, process_of_track(track)};
  if (first == calls_.size()) return unknown;
  if (process_of_calls(first) != several) return calls_[first].launch;
  if (unknown.process == no_index) ++ambiguous_;
  auto const found = std::partition_point(
      calls_.begin() + static_cast<std::ptrdiff_t>(first), calls_.end(), [&](Call const& call) {
        return std::tie(call.correlation, call.launch.process) < std::tie(correlation, unknown.process);
      });
  bool const is_there =
      found != calls_.end() && found->correlation == correlation && found->launch.process == unknown.process;
  return is_there ? found->launch : unknown;
}

}  // namespace llmprof::inline v0
