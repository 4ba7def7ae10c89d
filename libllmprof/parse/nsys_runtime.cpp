// SPDX-License-Identifier: MIT
// Which API call launched what: the join of device operations with the RUNTIME table.
#include <algorithm>
#include <unordered_map>

#include "libllmprof/parse/nsys_reader.hpp"

namespace llmprof::inline v0 {
namespace {

enum class CallKind : std::uint8_t { other, launch, begin_capture, end_capture };

CallKind kind_of_call(std::string_view name) {
  for (std::string_view const launch : {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cuLaunchKernel",
                                        "cuLaunchCooperativeKernel", "cudaGraphLaunch", "cuGraphLaunch"}) {
    if (name.starts_with(launch)) return CallKind::launch;
  }
  if (name.starts_with("cudaStreamBeginCapture") || name.starts_with("cuStreamBeginCapture")) {
    return CallKind::begin_capture;
  }
  if (name.starts_with("cudaStreamEndCapture") || name.starts_with("cuStreamEndCapture"))
    return CallKind::end_capture;
  return CallKind::other;
}

}  // namespace

/// Begins to read the API calls, on a second connection, while the kernels are read on the first.
void NsysReader::start_runtime() {
  std::string const table = file_.find_table("CUPTI_ACTIVITY_KIND_RUNTIME");
  if (table.empty()) return;
  require(table, {"start", "globalTid", "correlationId"});
  calls_.emplace(file_.again(), table,
                 present(table, {"start", "globalTid", "correlationId", "nameId", "returnValue"}));
}

void NsysReader::read_runtime() {
  join_.prepare();
  if (!calls_) {
    if (builder_.trace().launches.empty()) return;
    return builder_.warn(
        "the capture has no table of CUDA API calls (CUPTI_ACTIVITY_KIND_RUNTIME): its kernels cannot be "
        "tied to "
        "ranges");
  }
  std::unordered_map<std::int64_t, CallKind> kinds;
  std::pair<std::int64_t, std::uint32_t> last_thread{0, no_index};
  std::uint64_t insane = 0;
  calls_->for_each([&](ApiCall const& call) {
    if (!is_sane(call.start)) {
      ++insane;
      return;
    }
    if (last_thread.second == no_index || call.global_tid != last_thread.first) {
      last_thread = {call.global_tid, thread_of(call.global_tid)};
    }
    std::uint32_t const thread = last_thread.second;
    std::uint32_t const process = builder_.trace().threads[thread].process;
    bool const matched = call.has_correlation && join_.offer(process, call.correlation, call.start, thread);

    auto const [kind, is_new] = kinds.try_emplace(call.name, CallKind::other);
    if (is_new) kind->second = kind_of_call(builder_.trace().strings[name_of(call.name)]);
    if (kind->second == CallKind::other || call.failed) return;
    if (kind->second == CallKind::launch) {
      ++launch_calls_;
      if (!matched) unmatched_calls_.push_back({thread, call.start});
    } else {
      captures_[thread].emplace_back(call.start, kind->second == CallKind::begin_capture);
    }
  });
  report_odd_rows("CUPTI_ACTIVITY_KIND_RUNTIME",
                  {calls_->odd_rows() + insane, "'start' or 'globalTid' is not a number, or out of range"});
  calls_.reset();
  for (auto& [thread, edges] : captures_) std::sort(edges.begin(), edges.end());
}

/// Begin of the stream capture that `time` lies in, on that thread.
std::optional<Nanoseconds> NsysReader::capture_around(std::uint32_t thread, Nanoseconds time) const {
  auto const edges = captures_.find(thread);
  if (edges == captures_.end()) return std::nullopt;
  auto const next = std::upper_bound(edges->second.begin(), edges->second.end(), std::pair(time, true));
  if (next == edges->second.begin() || !std::prev(next)->second) return std::nullopt;
  return std::prev(next)->first;
}

void NsysReader::apply_launches() {
  join_.finish();
  std::uint32_t operation = 0;
  auto const apply = [&](auto& events) {
    for (auto& event : events) {
      LaunchJoin::Launch const launch = join_.of(operation++);
      event.launch = launch.time;
      event.thread = launch.thread;
    }
  };
  apply(builder_.trace().launches);
  apply(builder_.trace().memory_operations);
  apply(builder_.trace().graph_launches);
}

/// A kernel that is launched into a stream capture does not run; any other launch without a kernel was lost.
void NsysReader::report_lost_launches() {
  auto const captured = [&](LaunchCall const& call) {
    return capture_around(call.thread, call.start).has_value();
  };
  auto const lost = std::count_if(unmatched_calls_.begin(), unmatched_calls_.end(),
                                  [&](LaunchCall const& call) { return !captured(call); });
  if (lost == 0) return;
  builder_.trace().lost_launches = static_cast<std::uint64_t>(lost);
  builder_.warn("the capture is incomplete: " + std::to_string(lost) + " of " +
                std::to_string(launch_calls_) +
                " kernel launches have no kernel in it, so times and counts are too small; " +
                std::string(advice_on_missing_work(builder_.trace().tool)));
}

}  // namespace llmprof::inline v0
