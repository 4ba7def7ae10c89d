// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace llmprof::inline v0 {

/// Processes that outlive the workload and record still.
struct LateProcesses {
  std::uint64_t recording = 0;  ///< When nobody waited for them any longer.
  int interrupted = 0;          ///< The signal that ended the waiting; 0: the time was over.
};

/// Waits until no process has its spool in this folder open, or has been forked and has none yet; at most so
/// long.
LateProcesses wait_for_late_processes(std::filesystem::path const& spools, std::chrono::milliseconds longest);

}  // namespace llmprof::inline v0
