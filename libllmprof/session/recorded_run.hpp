// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "libllmprof/process/workload.hpp"
#include "llmprof/analyze/deep_plan.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/run.hpp"

namespace llmprof::inline v0 {

/// Why what was recorded is not all of the workload; empty after a success.
[[nodiscard]] std::string what_went_wrong(WorkloadEnd const& end);

/// What a way of collecting left in the run folder.
struct Recorded {
  std::vector<std::filesystem::path> inputs;                   ///< The reports are made of these.
  std::filesystem::path kept;                                  ///< What the user has if that fails.
  std::vector<std::pair<std::string, std::string>> producers;  ///< File in the folder, and who made it.
  std::optional<CollectionCost> cost;
  std::optional<RunSums> sums;  ///< Of the whole run, where not all events could be kept.
  std::vector<PlannedKernel>
      planned;  ///< Kernels that counters were to be measured of; empty without a plan.
};

/// What all ways of collecting do: make the run folder, run the workload, say how it ended, write the
/// reports.
class RecordedRun {
 public:
  /// @throws IoError if the folder cannot be made.
  explicit RecordedRun(RunRequest const& request);

  [[nodiscard]] RunRequest const& request() const noexcept { return request_; }
  [[nodiscard]] Artifacts const& artifacts() const noexcept { return artifacts_; }
  [[nodiscard]] WorkloadEnd const& end() const noexcept { return end_; }
  /// Of what was reported; null before.
  [[nodiscard]] Profile const* profile() const noexcept {
    return outcome_.profile ? &*outcome_.profile : nullptr;
  }
  [[nodiscard]] bool is_abandoned() const noexcept { return is_abandoned_; }
  [[nodiscard]] bool is_partial() const noexcept { return !partial_.empty(); }

  /// Runs it to its end; its status is the outcome's from now on. @return whether it started.
  bool run(WorkloadCall const& call);

  void note(std::string text) { say(Severity::note, std::move(text)); }
  void warn(std::string text) { say(Severity::warning, std::move(text)); }
  /// It is not all of the workload.
  void partial(std::string const& why);
  /// Nothing can be shown. The workload's own failure goes before ours.
  void fail(std::string const& why, int status = RunStatus::not_profiled);
  /// Nothing was done with the workload that is worth a folder: it is removed.
  void abandon(int status, std::string failure);

  /// As abandon: the workload cannot be started, with this errno.
  void abandon_unstartable(std::string const& program, int error);

  /// Reads what was recorded and writes the reports; again, with more, if more was recorded since.
  void report(Recorded const& recorded);

  [[nodiscard]] RunOutcome outcome() &&;

 private:
  void say(Severity severity, std::string text);
  void warn_of_unmeasured(std::vector<PlannedKernel> const& planned, Profile const& profile);
  void write_folder(LoadedInputs const& loaded, Recorded const& recorded) const;

  RunRequest const& request_;
  Artifacts artifacts_;
  WorkloadEnd end_;
  bool is_abandoned_ = false;
  std::string partial_;
  RunOutcome outcome_;
};

}  // namespace llmprof::inline v0
