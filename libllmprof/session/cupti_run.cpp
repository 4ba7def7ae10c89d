// SPDX-License-Identifier: MIT
#include "libllmprof/session/cupti_run.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise kill
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <thread>

#include "libllmprof/collect/trace_file.hpp"
#include "libllmprof/session/capture_window.hpp"
#include "libllmprof/session/late_processes.hpp"
#include "libllmprof/session/other_profilers.hpp"
#include "libllmprof/session/recorded_run.hpp"
#include "libllmprof/session/run_environment.hpp"
#include "libllmprof/session/spool_watch.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr char const* library_name = "libllmprof_inject.so";

std::filesystem::path own_folder() {
  std::error_code error;
  auto const self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : self.parent_path();
}

template <class Condition>
void wait_while(Condition const& holds, std::chrono::milliseconds longest) {
  auto const end = std::chrono::steady_clock::now() + longest;
  while (holds() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

/// A limit on the size of files (ulimit -f) is an error then, and does not kill us.
class NoFileSizeSignal {
 public:
  NoFileSizeSignal() { ::sigaction(SIGXFSZ, &ignore_, &before_); }
  ~NoFileSizeSignal() { ::sigaction(SIGXFSZ, &before_, nullptr); }
  NoFileSizeSignal(NoFileSizeSignal const&) = delete;
  NoFileSizeSignal& operator=(NoFileSizeSignal const&) = delete;

 private:
  struct sigaction ignore_ = [] {
    struct sigaction action {};
    action.sa_handler = SIG_IGN;
    return action;
  }();
  struct sigaction before_ {};
};

class CuptiRun {
 public:
  CuptiRun(RecordedRun& run, std::filesystem::path library)
      : run_(run), library_(std::move(library)), spools_(run_.artifacts().out_dir("cupti/spool")) {}

  std::optional<Recorded> record() {
    if (run_.request().baseline && !run_without()) return std::nullopt;
    SpoolWatch watch(spools_);
    if (!run_with()) return std::nullopt;
    late_ = wait_for_late_processes(spools_, run_.request().linger);
    sums_ = watch.finish();
    return collect();
  }

 private:
  [[nodiscard]] WorkloadCall workload() const {
    WorkloadCall call;
    call.argv = run_.request().argv;
    call.environment = run_.request().environment;
    call.deadline = run_.request().timeout;
    return call;
  }

  bool run_without() {
    if (!run_.run(workload())) return false;
    if (std::string const why = what_went_wrong(run_.end()); !why.empty()) {
      int const status =
          run_.end().timed_out ? static_cast<int>(RunStatus::timed_out) : shell_status(run_.end());
      run_.abandon(status == 0 ? static_cast<int>(RunStatus::not_profiled) : status,
                   "nothing was profiled, for the run without collection (--ab) did not succeed: " + why);
      return false;
    }
    without_ns_ = run_.end().wall.count();
    // What it left running must not disturb the second.
    wait_while([this] { return ::kill(-run_.end().pid, 0) == 0; }, run_.request().linger);
    return true;
  }

  bool run_with() {
    WorkloadCall call = workload();
    call.environment = environment_of(run_.request(), library_, spools_);
    return run_.run(call);
  }

  std::optional<Recorded> collect() {
    NoFileSizeSignal const guard;
    describe_end();
    std::error_code ignored;
    if (!std::filesystem::is_directory(spools_, ignored)) {
      run_.fail("nothing is recorded: the workload removed the folder " + spools_.string());
      return std::nullopt;
    }
    auto const trace = run_.artifacts().path("cupti/trace.sqlite");
    if (!take_spools(trace) || !describe_what_is_recorded()) return std::nullopt;
    return Recorded{.inputs = {trace},
                    .kept = trace,
                    .producers = {{"cupti/trace.sqlite", std::string("llmprof ") + LLMPROF_VERSION}},
                    .cost = cost(),
                    .sums = std::move(sums_),
                    .planned = {}};
  }

  void describe_end() {
    if (std::string const why = what_went_wrong(run_.end()); !why.empty()) run_.partial(why);
    if (late_.recording == 0) return;
    run_.partial(std::to_string(late_.recording) + " process(es) were recording still " +
                 (late_.interrupted != 0 ? std::string("when waiting for them was interrupted (") +
                                               ::strsignal(late_.interrupted) + ")"
                                         : "after the time of --linger") +
                 "; what they did later is missing");
  }

  /// Spools whose records are not all in the trace file are kept.
  bool take_spools(std::filesystem::path const& trace) {
    std::error_code ignored;
    try {
      facts_ = write_trace_file(spools_, trace);
    } catch (Error const& error) {
      std::filesystem::remove(trace, ignored);
      run_.fail(std::string(error.what()) + "; what was recorded is kept in " + spools_.string() +
                ": `llmprof report` reads that folder");
      return false;
    }
    if (facts_.damaged == 0) {
      std::filesystem::remove_all(spools_, ignored);
    } else {
      run_.warn("not everything in " + spools_.string() + " could be read; it is kept");
    }
    return true;
  }

  /// @return whether there is anything.
  bool describe_what_is_recorded() {
    if (facts_.processes.empty()) {
      for (std::string const& warning : facts_.warnings) run_.warn(warning);
      run_.fail(why_not_loaded());
      return false;
    }
    if (run_.request().window.is_limited()) {
      if (facts_.windows == 0) {
        run_.fail(why_no_window());
        return false;
      }
      describe_windows();
    }
    describe_first_process();
    describe_sums();
    return true;
  }

  [[nodiscard]] std::string why_not_loaded() const {
    return "nothing was recorded: no process of the workload loaded " + library_.string() +
           "; it neither initialised CUDA nor called NVTX, or it is linked statically or runs as another "
           "user";
  }

  [[nodiscard]] std::string why_no_window() const {
    std::string const what =
        "nothing was recorded: what is to be recorded (" + to_string(run_.request().window) + ")";
    if (!run_.request().window.label) return what + " did not begin before the workload ended";
    return what + " was not met; there were " + std::to_string(facts_.occurrences) +
           " such range(s); `llmprof run` without --capture shows all ranges and their labels";
  }

  void describe_windows() {
    std::string text = "only a part of the run is recorded (" + to_string(run_.request().window) +
                       "): " + std::to_string(facts_.windows) + " window(s)";
    if (facts_.outside_windows != 0) {
      text += "; " + std::to_string(facts_.outside_windows) +
              " GPU record(s) of work that was submitted outside them are left out";
    }
    run_.note(std::move(text));
  }

  void describe_sums() {
    if (sums_) run_.note("sums of the whole run are in report.md and profile.json (whole_run)");
    std::uint64_t const summed = sums_ ? sums_->processes : 0;
    if (summed < facts_.beyond_limit) {
      run_.warn("there are no sums of " + std::to_string(facts_.beyond_limit - summed) +
                " process(es) that reached --max-size: their spools could not be followed");
    }
  }

  /// A shell or a launcher, or a program that does not let itself be recorded: the reader knows which.
  void describe_first_process() {
    auto const first = static_cast<std::uint64_t>(run_.end().pid);
    for (auto const& [pid, start] : facts_.processes) {
      if (pid == first) return;
    }
    run_.note("the program itself, " + run_.request().argv.front() + " (process " + std::to_string(first) +
              "), was not recorded, only " + std::to_string(facts_.processes.size()) +
              " process(es) that it started: it neither initialised CUDA nor called NVTX, or it is linked "
              "statically or set-user-id");
  }

  /// A run that was cut short compares to nothing.
  [[nodiscard]] CollectionCost cost() const {
    CollectionCost cost = facts_.cost;
    cost.workload_wall_ns = run_.end().wall.count();
    if (!run_.is_partial()) cost.without_wall_ns = without_ns_;
    return cost;
  }

  RecordedRun& run_;
  std::filesystem::path library_;
  std::filesystem::path spools_;
  std::optional<std::int64_t> without_ns_;
  LateProcesses late_;
  std::optional<RunSums> sums_;
  CollectedFacts facts_;
};

}  // namespace

std::filesystem::path find_injection_library() {
  if (char const* const given = std::getenv("LLMPROF_INJECT"); given != nullptr && *given != '\0')
    return given;
  auto const here = own_folder();
  for (std::filesystem::path const& folder :
       {here, here / ".." / LLMPROF_INSTALL_LIBDIR / "llmprof", here / ".." / "lib" / "llmprof"}) {
    std::error_code error;
    auto const path = std::filesystem::canonical(folder / library_name, error);
    if (!error) return path;
  }
  return {};
}

std::filesystem::path library_for_cupti(RunRequest const& request) {
  refuse_other_profilers(request.variables);
  auto const library = request.library.empty() ? find_injection_library() : request.library;
  if (library.empty() || ::access(library.c_str(), R_OK) != 0) {
    throw Error(std::string("cannot profile: ") + (library.empty() ? library_name : library.string()) +
                " is not found; it belongs beside llmprof or into its lib/llmprof; set LLMPROF_INJECT to it");
  }
  return std::filesystem::absolute(library);
}

std::optional<Recorded> record_with_cupti(RecordedRun& run, std::filesystem::path const& library) {
  return CuptiRun(run, library).record();
}

}  // namespace llmprof::inline v0
