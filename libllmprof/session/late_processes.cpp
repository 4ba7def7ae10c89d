// SPDX-License-Identifier: MIT
#include "libllmprof/session/late_processes.hpp"

#include <algorithm>

#include "libllmprof/collect/spool_reader.hpp"
#include "libllmprof/process/held_signals.hpp"
#include "libllmprof/process/start_of_process.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// A process that has its spool open still, and lives; its number may be another's by now.
bool is_recording(spool::Header const& header) {
  if (header.closed != 0) return false;
  auto const start = start_of_process(header.pid);
  return start && (header.process_start == 0 || *start == header.process_start);
}

/// Processes that record, and children that were forked and do not yet.
std::uint64_t count_recording(std::filesystem::path const& folder) {
  std::uint64_t count = 0;
  std::error_code error;
  for (auto const& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".spool") continue;
    try {
      spool::Header const header = read_spool_header(entry.path());
      count += (is_recording(header) ? 1 : 0) + (header.forks - std::min(header.forks, header.forked));
    } catch (Error const&) {
      continue;  // said when it is read for its records
    }
  }
  return count;
}

}  // namespace

LateProcesses wait_for_late_processes(std::filesystem::path const& spools,
                                      std::chrono::milliseconds longest) {
  HeldSignals const signals;
  auto const end = std::chrono::steady_clock::now() + longest;
  for (;;) {
    std::uint64_t count = count_recording(spools);
    if (count == 0) count = count_recording(spools);  // a child may have come while we looked
    if (count == 0 || std::chrono::steady_clock::now() >= end) return {.recording = count};
    int const signal = signals.wait(std::chrono::milliseconds(50));
    if (HeldSignals::asks_to_end(signal)) return {.recording = count, .interrupted = signal};
  }
}

}  // namespace llmprof::inline v0
