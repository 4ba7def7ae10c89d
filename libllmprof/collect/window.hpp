// SPDX-License-Identifier: MIT
// What part of a run is recorded: all of it, or windows that the ranges of one label, or times, open and
// close.
#pragma once

#include <cstdint>

namespace llmprof::collect {

/// Reads what LLMPROF_CAPTURE_NAME and its like ask for; once, when records can be written.
void configure_window() noexcept;

/// Whether there are windows at all.
[[nodiscard]] bool is_limited() noexcept;

/// Whether events are recorded at this moment.
[[nodiscard]] bool is_recording() noexcept;

/// Whether a range that opens is recorded, and in which window.
struct Entry {
  bool is_recorded = false;
  std::uint64_t window = 0;  ///< 0: in none; all is recorded, or it is around nodes of a graph.
};

/// A range opens. It may open a window.
/// @param range of start/end ranges; 0: push.
[[nodiscard]] Entry enter_range(std::uint16_t domain, std::uint32_t name, std::uint64_t range) noexcept;

/// Now that its time is known, whether that is in the window still. Another thread may have ended it, and
/// then the end of the range would not be recorded.
[[nodiscard]] bool is_still_in(Entry entry, std::uint64_t range) noexcept;

enum class Leave : std::uint8_t { ignored, recorded, last };

/// A range closes: whether that is recorded, and whether it is the last event of its window. Then
/// close_window must follow.
[[nodiscard]] Leave leave_range(std::uint16_t domain, std::uint64_t range) noexcept;
void close_window() noexcept;

/// Lets windows of time begin and end, for threads that see no ranges.
void check_window_time() noexcept;

/// Lets the device rest some time after a window: work that was submitted in it is still running, and for a
/// window that opens soon it is not worth it.
void rest_between_windows() noexcept;

/// This thread captures a graph: its ranges tell where nodes come from, whether a window is open or not.
void begin_capture() noexcept;
void end_capture() noexcept;

/// In a forked child: a window that the range of another thread opened has nobody who ends it. @pre locked
void end_orphaned_window() noexcept;

void lock_window() noexcept;  ///< While the process forks.
void unlock_window() noexcept;

}  // namespace llmprof::collect
