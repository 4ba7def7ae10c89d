// SPDX-License-Identifier: MIT
#include "llmprof/session/run.hpp"

#include <functional>
#include <optional>
#include <utility>

#include "libllmprof/session/cupti_run.hpp"
#include "libllmprof/session/nsys_run.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

namespace {

using Record = std::function<std::optional<Recorded>(RecordedRun&)>;

/// Looks first whether it can be done: a run folder is made only then.
Record recorder(RunRequest const& request) {
  if (request.with_nsys) {
    return [nsys = tool_for_nsys(request)](RecordedRun& run) { return record_with_nsys(run, nsys); };
  }
  return [library = library_for_cupti(request)](RecordedRun& run) { return record_with_cupti(run, library); };
}

}  // namespace

RunOutcome run_workload_collected(RunRequest const& request) {
  if (request.argv.empty()) throw InvalidArgument("no command to run; give it after --");
  validate(request.window);
  Record const record = recorder(request);
  RecordedRun run(request);
  if (auto const recorded = record(run)) run.report(*recorded);
  return std::move(run).outcome();
}

}  // namespace llmprof::inline v0
