// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llmprof::inline v0 {

/// Files that get what the program prints, beside the user.
struct OutputFiles {
  std::filesystem::path output;
  std::filesystem::path errors;
  std::uint64_t most_bytes = std::uint64_t{64} << 20U;  ///< Of each.
};

/// The program that is profiled. It has our standard streams, untouched unless they are copied, and a process
/// group of its own.
struct WorkloadCall {
  std::vector<std::string> argv;                                 ///< Found on PATH unless it has a slash.
  std::vector<std::pair<std::string, std::string>> environment;  ///< Set on top of ours.
  std::optional<std::chrono::milliseconds> deadline;             ///< Then its whole group is ended.
  std::chrono::milliseconds grace{5000};                         ///< Between SIGTERM and SIGKILL.
  /// It is a tool that starts the workload in a group of its own: ended is what it started, too.
  bool has_own_groups = false;
  std::optional<OutputFiles> copies;
  /// Asked ten times a second: whether it must end, as at the deadline.
  std::function<bool()> must_end = {};
};

/// How it ended.
struct WorkloadEnd {
  int pid = 0;              ///< Of its first process, and the id of its process group.
  int status = 0;           ///< Exit status; meaningful if no signal ended it.
  int signal = 0;           ///< That ended it; 0 if none did.
  bool timed_out = false;   ///< We ended it because the deadline had passed,
  bool had_to_end = false;  ///< or because `must_end` said so.
  int interrupted = 0;      ///< SIGINT, SIGTERM or SIGHUP that we got meanwhile, and passed on; 0 if none.
  std::chrono::nanoseconds wall{};
};

/// It could not be started.
struct WorkloadFailed {
  int error = 0;  ///< errno: ENOENT, EACCES, ENOEXEC, ...
};

/// Runs the workload to its end. SIGINT, SIGTERM and SIGHUP that reach us meanwhile are passed on to its
/// group.
/// @throws WorkloadFailed; IoError if its output cannot be copied
[[nodiscard]] WorkloadEnd run_workload(WorkloadCall const& call);

/// What a shell would report: the exit status, or 128 + signal.
[[nodiscard]] int shell_status(WorkloadEnd const& end) noexcept;

}  // namespace llmprof::inline v0
