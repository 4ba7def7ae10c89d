// SPDX-License-Identifier: MIT
#include "llmprof/session/run.hpp"

#include <functional>
#include <optional>
#include <utility>

#include "libllmprof/session/counters.hpp"
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

/// Counters beside the times, or alone where there are none.
void measure_too(RecordedRun& run, FoundTool const& ncu, std::optional<Recorded> const& timeline) {
  if (std::string const why = what_went_wrong(run.end()); !why.empty())
    return run.fail("no counters were measured: " + why);
  std::optional<Recorded> const counters = measure_with_ncu(run, ncu);
  if (!counters) {
    if (timeline && run.profile() != nullptr) run.report(*timeline);  // with what has been said since
    return;
  }
  Recorded all = timeline.value_or(Recorded());
  all.inputs.insert(all.inputs.end(), counters->inputs.begin(), counters->inputs.end());
  all.producers.insert(all.producers.end(), counters->producers.begin(), counters->producers.end());
  all.kept = counters->kept;
  all.planned = counters->planned;
  run.report(all);
}

}  // namespace

RunOutcome run_workload_collected(RunRequest const& request) {
  if (request.argv.empty()) throw InvalidArgument("no command to run; give it after --");
  validate(request.window);
  Record const record = recorder(request);
  std::optional<FoundTool> const ncu = request.deep ? std::optional(tool_for_ncu(request)) : std::nullopt;
  RecordedRun run(request);
  std::optional<Recorded> recorded = record(run);
  if (recorded) run.report(*recorded);
  if (ncu && !run.is_abandoned()) measure_too(run, *ncu, recorded);
  return std::move(run).outcome();
}

}  // namespace llmprof::inline v0
