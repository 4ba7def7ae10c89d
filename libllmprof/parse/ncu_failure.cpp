// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "libllmprof/parse/ncu_log.hpp"

namespace llmprof::inline v0 {
namespace {

/// A complaint of ncu that is known, and what helps.
struct KnownFailure {
  std::string_view phrase;  // what ncu's line contains
  std::string_view remedy;
};

// In the order in which they explain a failure: the cause before its consequences.
constexpr std::array known_failures{
    KnownFailure{"ERR_NVGPUCTRPERM",
                 "this user may not read the GPU's counters. Run ncu as root, give the container "
                 "CAP_SYS_ADMIN, or load the driver with NVreg_RestrictProfilingToAdminUsers=0; on rented "
                 "machines often none of these is possible"},
    KnownFailure{"driver resource was unavailable",
                 "another profiler or DCGM holds the counters. Stop it, or run `dcgmi profile --pause`"},
    KnownFailure{"perfmon lock",
                 "another profiler or DCGM holds the counters. Stop it, or run `dcgmi profile --pause`"},
    KnownFailure{"Unsupported API during capture",
                 "range replay cannot repeat that call. Use `--replay-mode kernel` with `--nvtx-include`, or "
                 "`--replay-mode app-range`"},
    KnownFailure{"Unexpected number of profiled kernels",
                 "the application launched other kernels in each pass. Use `--replay-mode kernel`, or make "
                 "the run deterministic"},
    KnownFailure{
        "not compatible with Nsight Compute",
        "the driver does not fit this ncu. Use the ncu of the driver's CUDA version, or a newer one"},
    KnownFailure{"Failed to load Nsight Compute CUDA modules",
                 "this ncu is too old for the driver. Use a newer one"},
    KnownFailure{"nsight-compute-lock",
                 "the lock file belongs to somebody else. Remove it, or set TMPDIR to a folder of your own"},
    KnownFailure{"did not match any section",
                 "this ncu has no such section. `ncu --list-sections` lists them"},
    KnownFailure{"did not match any set", "this ncu has no such set. `ncu --list-sets` lists them"},
    KnownFailure{"Failed to find metric", "this GPU has no such metric. `ncu --query-metrics` lists them"},
    KnownFailure{"target application is not an executable",
                 "to read a report, write `ncu --import FILE.ncu-rep --csv --page raw`"},
    KnownFailure{"Failed to prepare kernel",
                 "ncu could not profile it. Add `--target-processes all`, and check the versions of ncu and "
                 "of the driver"},
    KnownFailure{
        "No ranges were profiled",
        "range replay found no range. Check the names given to `--nvtx-include`, and launch something "
        "before the range so that the context exists"},
    KnownFailure{"The application returned an error code", "the workload failed. Run it without ncu first"},
    KnownFailure{
        "No kernels were profiled",
        "the filters matched no kernel. Check `--kernel-name`, `--nvtx-include` (push/pop ranges need "
        "a `/` at the end: `LLM@prefill/`), `--launch-skip`, and that the workload uses the GPU"},
};

/// The complaint that explains most, and its remedy.
struct Cause {
  NcuLog::Line const* line = nullptr;
  std::string_view remedy;
};

Cause find_cause(std::vector<NcuLog::Line> const& lines) {
  for (KnownFailure const& failure : known_failures) {
    auto const found = std::find_if(lines.begin(), lines.end(), [&](NcuLog::Line const& line) {
      return line.text.find(failure.phrase) != std::string::npos;
    });
    if (found != lines.end()) return {&*found, failure.remedy};
  }
  auto const error = std::find_if(lines.begin(), lines.end(),
                                  [](NcuLog::Line const& line) { return line.severity == Severity::error; });
  if (error != lines.end()) return {&*error, "look it up in the documentation of Nsight Compute"};
  return {};
}

std::string about_signal(NcuLog const& log) {
  if (!log.got_signal()) return {};
  std::string text = "; the run was stopped by a signal";
  if (log.profiled() > 0)
    text += " after it had begun to profile " + std::to_string(log.profiled()) + " launches";
  return text;
}

std::string about_report(NcuLog const& log) {
  if (log.report().empty()) return {};
  return "; ncu wrote what it measured to a report, because of -o. Take the table from it: `ncu --import " +
         log.report() + " --csv --page raw`";
}

std::string about_available_kernels(NcuLog const& log) {
  constexpr std::size_t most_shown = 10;
  auto const& names = log.available_kernels();
  if (names.empty()) return {};
  std::string text = "; the kernels that ran: ";
  for (std::size_t i = 0; i < std::min(names.size(), most_shown); ++i) {
    text += (i > 0 ? ", '" : "'") + names[i] + '\'';
  }
  if (names.size() > most_shown) text += ", and " + std::to_string(names.size() - most_shown) + " more";
  return text;
}

}  // namespace

std::string explain_missing_table(NcuLog const& log, std::string const& source) {
  Cause const cause = find_cause(log.lines());
  std::string text = source;
  if (cause.line != nullptr) {
    text += ':' + std::to_string(cause.line->line) + ": no kernels: Nsight Compute said '" +
            cause.line->text + "': " + std::string(cause.remedy);
  } else {
    text += ": no kernels: this is a log of Nsight Compute without a table";
    if (log.report().empty()) text += "; it names no error, so check whether the workload ran on the GPU";
  }
  return text + about_signal(log) + about_report(log) + about_available_kernels(log);
}

}  // namespace llmprof::inline v0
