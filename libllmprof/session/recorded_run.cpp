// SPDX-License-Identifier: MIT
#include "libllmprof/session/recorded_run.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise strsignal's numbers

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "llmprof/error.hpp"
#include "llmprof/model/short_kernel_name.hpp"
#include "llmprof/session/report.hpp"

namespace llmprof::inline v0 {

/// Why what was recorded is not all of the workload; empty after a success.
std::string what_went_wrong(WorkloadEnd const& end) {
  if (end.timed_out) return "the workload was ended after the time of --timeout";
  if (end.interrupted != 0)
    return std::string("the workload was interrupted (") + ::strsignal(end.interrupted) + ")";
  if (end.signal != 0)
    return std::string("the workload was ended by a signal (") + ::strsignal(end.signal) + ")";
  if (end.status != 0) return "the workload failed with exit status " + std::to_string(end.status);
  return {};
}

namespace {

RegionReplay replay_of(NcuCommand const& command) {
  if (!command.replay) return RegionReplay::unknown;
  switch (*command.replay) {
    case NcuReplay::kernel: return RegionReplay::kernel;
    case NcuReplay::application: return RegionReplay::application;
    case NcuReplay::range: return RegionReplay::range;
    case NcuReplay::app_range: return RegionReplay::app_range;
  }
  return RegionReplay::unknown;
}

}  // namespace

RecordedRun::RecordedRun(RunRequest const& request)
    : request_(request), artifacts_(Artifacts::create(request.out.empty() ? default_out : request.out)) {
  outcome_.diagnostics = request.notes;
}

bool RecordedRun::run(WorkloadCall const& call) {
  try {
    end_ = run_workload(call);
  } catch (WorkloadFailed const& failed) {
    abandon_unstartable(call.argv.front(), failed.error);
    return false;
  }
  outcome_.status = end_.timed_out ? static_cast<int>(RunStatus::timed_out) : shell_status(end_);
  if (end_.timed_out) {
    outcome_.failure = "the workload was ended: it was not done after " +
                       std::to_string(call.deadline->count() / 1000) + " s (--timeout)";
  }
  return true;
}

void RecordedRun::say(Severity severity, std::string text) {
  outcome_.diagnostics.push_back({severity, std::move(text), {}, {}});
  if (outcome_.profile) outcome_.profile->diagnostics.push_back(outcome_.diagnostics.back());
}

void RecordedRun::partial(std::string const& why) {
  partial_ += (partial_.empty() ? "" : "; ") + why;
  warn("the run is partial: " + why);
}

void RecordedRun::fail(std::string const& why, int status) {
  partial_ += (partial_.empty() ? "" : "; ") + why;
  if (outcome_.status != 0) return warn(why);
  outcome_.status = status;
  outcome_.failure = why;
}

void RecordedRun::abandon(int status, std::string failure) {
  outcome_.status = status;
  outcome_.failure = std::move(failure);
  is_abandoned_ = true;
  std::error_code ignored;
  std::filesystem::remove_all(artifacts_.root(), ignored);  // there is nothing in it
}

void RecordedRun::abandon_unstartable(std::string const& program, int error) {
  bool const is_there = error != ENOENT;
  std::string const why = is_there ? std::string("cannot be executed: ") + std::strerror(error) : "not found";
  abandon(is_there ? RunStatus::not_executable : RunStatus::not_found, program + ": " + why);
}

void RecordedRun::report(Recorded const& recorded) {
  try {
    AnalyzeOptions options;
    options.rules = request_.interpretation.phases;
    options.classifier = request_.interpretation.kernels;
    LoadedInputs loaded = load_inputs(recorded.inputs, options);
    warn_of_unmeasured(recorded.planned, loaded.profile);
    loaded.files.insert(loaded.files.end(), request_.inputs.begin(), request_.inputs.end());
    for (Diagnostic const& diagnostic : outcome_.diagnostics)
      loaded.profile.diagnostics.push_back(diagnostic);
    loaded.profile.collection = recorded.cost;
    loaded.profile.whole_run = recorded.sums;
    outcome_.profile = loaded.profile;
    write_folder(loaded, recorded);
  } catch (NoData const& why) {
    outcome_.profile.reset();
    fail(why.what());
  } catch (Error const& why) {
    fail(std::string(why.what()) + "; what was recorded is in " + recorded.kept.string());
  }
}

void RecordedRun::warn_of_unmeasured(std::vector<PlannedKernel> const& planned, Profile const& profile) {
  constexpr std::size_t most_named = 3;
  auto const missing = unmeasured(planned, profile);
  if (missing.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < std::min(most_named, missing.size()); ++i)
    names += (i == 0 ? "" : ", ") + short_kernel_name(missing[i]->name);
  warn(std::to_string(missing.size()) + " of " + std::to_string(planned.size()) +
       " planned kernels have no counters, for ncu measured other launches in their place: " + names +
       (missing.size() > most_named ? ", ..." : "") +
       "; measure one alone with --set ncu.kernel_name=regex:NAME");
}

void RecordedRun::write_folder(LoadedInputs const& loaded, Recorded const& recorded) const {
  ReportContext context;
  context.run = artifacts_;
  context.interpretation = request_.interpretation;
  context.argv = request_.argv;
  context.config = request_.config;
  context.variables = request_.variables;
  for (auto const& [file, producer] : recorded.producers) context.producers[file] = producer;
  context.partial = partial_;
  if (request_.deep) context.regions.replay = replay_of(request_.ncu);
  static_cast<void>(write_report(loaded, context));
}

RunOutcome RecordedRun::outcome() && {
  if (!is_abandoned_) outcome_.run = artifacts_;
  return std::move(outcome_);
}

}  // namespace llmprof::inline v0
