// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/artifacts/provenance.hpp"
#include "llmprof/command/ncu_command.hpp"
#include "llmprof/command/nsys_command.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/session/capture_window.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/interpretation.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What is recorded of CUDA graphs: each kernel in them, or each replay as a whole, which tells the time of
/// phases alone.
enum class GraphDetail : std::uint8_t { nodes, whole };

/// What to run, what collects, and where the results go.
struct RunRequest {
  std::vector<std::string> argv;  ///< Of the workload; its program is found on PATH unless it has a slash.
  std::filesystem::path out;      ///< The run folder is made inside it; empty: default_out.
  std::optional<std::chrono::milliseconds> timeout;  ///< Then the workload's whole process group is ended.
  std::chrono::milliseconds linger{
      2000};  ///< How long to wait for child processes that outlive the workload.
  std::uint64_t max_bytes = std::uint64_t{8} << 30U;  ///< Of events, for each process.
  GraphDetail graphs = GraphDetail::nodes;
  CaptureWindow window;
  /// Nsight Systems in place of the built-in collector: it has no `skip`, no `baseline`, and `linger` and
  /// `max_bytes` do not apply.
  bool with_nsys = false;
  /// How then; workload, version, output and what `graphs` and `window` say are filled in.
  NsysCommand nsys;
  /// What nsys has, after the timeout, to finish its report.
  std::chrono::milliseconds grace{120'000};
  /// After the timeline, the workload is run again under Nsight Compute, for counters of the kernels that
  /// take the most time.
  bool deep = false;
  NcuCommand ncu;  ///< How then; workload, version, output and, unless it names any, kernels are filled in.
  /// ncu's launch_count is replaced by the launches of one occurrence of each range that ncu includes, where
  /// the timeline has them.
  bool measure_whole_ranges = false;
  double coverage = 80;  ///< Percent of each phase's kernel time after which no more kernels are chosen,
  std::size_t top_n_kernels = 10;                    ///< and most of them for one phase.
  std::chrono::milliseconds ncu_timeout{};           ///< The workload under ncu is ended then; 0: never.
  std::function<void(std::string const&)> say = {};  ///< Told what is about to be done, in lines for people.
  bool baseline = false;          ///< Run it without the collector first, to tell what collecting adds.
  std::filesystem::path library;  ///< libllmprof_inject.so; empty: see find_injection_library.
  Config config;                  ///< Resolved settings, for config.yaml.
  std::vector<std::pair<std::string, std::string>> environment;  ///< Set for the workload, on top of ours.
  std::vector<LoadedFile> inputs;                ///< Files that belong to the run, for inputs.yaml.
  Interpretation interpretation;                 ///< For the answers.
  Diagnostics notes;                             ///< Go into the report.
  std::map<std::string, std::string> variables;  ///< Our environment; an allow-list of it is recorded.
};

/// Statuses that are llmprof's own and not the workload's.
enum RunStatus : int {
  no_such_range = 3,
  timed_out = 124,
  not_profiled = 125,
  not_executable = 126,
  not_found = 127
};

/// What became of it.
struct RunOutcome {
  /// As a shell reports it: the workload's own status, 128 + N for signal N; 3: the workload succeeded, but
  /// opened none of the ranges that counters were asked for; 124: the time was up; 125: nothing could be
  /// recorded, though the workload succeeded; 126: it cannot be executed; 127: there is no
  /// such program.
  int status = 0;
  /// Why the status is 124 to 127, or what went wrong in the run without the collector; empty if the status
  /// is that of the workload under the collector.
  std::string failure;
  std::optional<Artifacts> run;    ///< Absent if the workload did not run under the collector.
  std::optional<Profile> profile;  ///< Absent if nothing was recorded.
  Diagnostics diagnostics;         ///< Of collecting; those of the analysis are in the profile.
};

/// Runs a workload with the collector injected, and writes the run folder, also after a workload that failed
/// or was ended. Its standard streams are the caller's. After a run without the collector that did not
/// succeed there is no other, and no run folder; the status is that run's, 125 if it was interrupted and
/// exited with 0.
///
/// @throws InvalidArgument if argv is empty or the window makes no sense; Error if another profiler is set up
/// in the environment, or the library is not found; IoError if the run folder cannot be made.
[[nodiscard]] RunOutcome run_workload_collected(RunRequest const& request);

/// Where libllmprof_inject.so is: the variable LLMPROF_INJECT, beside the running program, or in the
/// `lib/llmprof` of the folder that it is installed in. Empty if nowhere.
[[nodiscard]] std::filesystem::path find_injection_library();

}  // namespace v0
}  // namespace llmprof
