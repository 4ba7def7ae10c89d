// SPDX-License-Identifier: MIT
#include "llmprof/session/run.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise kill
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "libllmprof/collect/trace_file.hpp"
#include "libllmprof/process/workload.hpp"
#include "libllmprof/session/capture_window.hpp"
#include "libllmprof/session/late_processes.hpp"
#include "libllmprof/session/other_profilers.hpp"
#include "libllmprof/session/run_environment.hpp"
#include "llmprof/artifacts/environment.hpp"
#include "llmprof/error.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/report.hpp"

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

class CollectedRun {
 public:
  CollectedRun(RunRequest const& request, std::filesystem::path library)
      : request_(request), library_(std::move(library)) {
    outcome_.diagnostics = request_.notes;
  }

  RunOutcome run() {
    Artifacts const artifacts = Artifacts::create(request_.out.empty() ? default_out : request_.out);
    spools_ = artifacts.out_dir("cupti/spool");
    if ((request_.baseline && !run_without()) || !run_with()) {
      std::error_code ignored;
      std::filesystem::remove_all(artifacts.root(), ignored);  // there is nothing in it
      return std::move(outcome_);
    }
    outcome_.run = artifacts;
    late_ = wait_for_late_processes(spools_, request_.linger);
    collect();
    return std::move(outcome_);
  }

 private:
  bool run_without() {
    if (!run_workload_with(request_.environment)) return false;
    if (std::string const why = what_went_wrong(end_); !why.empty()) {
      if (outcome_.status == 0) outcome_.status = RunStatus::not_profiled;
      outcome_.failure =
          "nothing was profiled, for the run without collection (--ab) did not succeed: " + why;
      return false;
    }
    without_ns_ = end_.wall.count();
    // What it left running must not disturb the second.
    wait_while([this] { return ::kill(-end_.pid, 0) == 0; }, request_.linger);
    return true;
  }

  bool run_with() { return run_workload_with(environment_of(request_, library_, spools_)); }

  /// @return whether it started.
  bool run_workload_with(std::vector<std::pair<std::string, std::string>> environment) {
    WorkloadCall const call{request_.argv, std::move(environment), request_.timeout};
    try {
      end_ = run_workload(call);
    } catch (WorkloadFailed const& failed) {
      bool const is_there = failed.error != ENOENT;
      outcome_.status = is_there ? RunStatus::not_executable : RunStatus::not_found;
      outcome_.failure =
          request_.argv.front() + ": " +
          (is_there ? std::string("cannot be executed: ") + std::strerror(failed.error) : "not found");
      return false;
    }
    outcome_.status = end_.timed_out ? static_cast<int>(RunStatus::timed_out) : shell_status(end_);
    if (end_.timed_out) {
      outcome_.failure = "the workload was ended: it was not done after " +
                         std::to_string(request_.timeout->count() / 1000) + " s (--timeout)";
    }
    return true;
  }

  void collect() {
    NoFileSizeSignal const guard;
    describe_end();
    std::error_code ignored;
    if (!std::filesystem::is_directory(spools_, ignored))
      return fail("nothing is recorded: the workload removed the folder " + spools_.string());
    auto const trace = outcome_.run->path("cupti/trace.sqlite");
    if (!take_spools(trace)) return;
    if (!describe_what_is_recorded()) return;
    try {
      LoadedInputs loaded = load_inputs({trace});
      loaded.files.insert(loaded.files.end(), request_.inputs.begin(), request_.inputs.end());
      for (Diagnostic const& diagnostic : outcome_.diagnostics)
        loaded.profile.diagnostics.push_back(diagnostic);
      loaded.profile.collection = cost();
      outcome_.profile = loaded.profile;
      write_folder(loaded);
    } catch (NoData const& why) {
      outcome_.profile.reset();
      fail(why.what());
    } catch (Error const& why) {
      fail(std::string(why.what()) + "; what was recorded is in " + trace.string());
    }
  }

  /// @return whether there is anything.
  bool describe_what_is_recorded() {
    if (facts_.processes.empty()) {
      for (std::string const& warning : facts_.warnings) warn(warning);
      fail(why_not_loaded());
      return false;
    }
    if (request_.window.is_limited()) {
      if (facts_.windows == 0) {
        fail(why_no_window());
        return false;
      }
      describe_windows();
    }
    describe_first_process();
    return true;
  }

  /// Spools whose records are not all in the trace file are kept.
  bool take_spools(std::filesystem::path const& trace) {
    std::error_code ignored;
    try {
      facts_ = write_trace_file(spools_, trace);
    } catch (Error const& error) {
      std::filesystem::remove(trace, ignored);
      fail(std::string(error.what()) + "; what was recorded is kept in " + spools_.string());
      return false;
    }
    if (facts_.damaged == 0) {
      std::filesystem::remove_all(spools_, ignored);
    } else {
      warn("not everything in " + spools_.string() + " could be read; it is kept");
    }
    return true;
  }

  void warn(std::string const& text) {
    outcome_.diagnostics.push_back({Severity::warning, text, {}, {}});
    if (outcome_.profile) outcome_.profile->diagnostics.push_back(outcome_.diagnostics.back());
  }

  /// The workload's own failure goes before ours.
  void fail(std::string const& why) {
    if (outcome_.status != 0) return warn(why);
    outcome_.status = RunStatus::not_profiled;
    outcome_.failure = why;
  }

  [[nodiscard]] std::string why_not_loaded() const {
    return "nothing was recorded: no process of the workload loaded " + library_.string() +
           "; it neither initialised CUDA nor called NVTX, or it is linked statically or runs as another "
           "user";
  }

  [[nodiscard]] std::string why_no_window() const {
    std::string const what =
        "nothing was recorded: what is to be recorded (" + to_string(request_.window) + ")";
    if (!request_.window.label) return what + " did not begin before the workload ended";
    return what + " was not met; there were " + std::to_string(facts_.occurrences) +
           " such range(s); `llmprof run` without --capture shows all ranges and their labels";
  }

  void describe_windows() {
    std::string text = "only a part of the run is recorded (" + to_string(request_.window) +
                       "): " + std::to_string(facts_.windows) + " window(s)";
    if (facts_.outside_windows != 0) {
      text += "; " + std::to_string(facts_.outside_windows) +
              " GPU record(s) of work that was submitted outside them are left out";
    }
    outcome_.diagnostics.push_back({Severity::note, std::move(text), {}, {}});
  }

  void describe_end() {
    if (std::string const why = what_went_wrong(end_); !why.empty()) partial(why);
    if (late_.recording == 0) return;
    partial(std::to_string(late_.recording) + " process(es) were recording still " +
            (late_.interrupted != 0 ? std::string("when waiting for them was interrupted (") +
                                          ::strsignal(late_.interrupted) + ")"
                                    : "after the time of --linger") +
            "; what they did later is missing");
  }

  void partial(std::string const& why) {
    partial_ += (partial_.empty() ? "" : "; ") + why;
    warn("the run is partial: " + why);
  }

  /// A shell or a launcher, or a program that does not let itself be recorded: the reader knows which.
  void describe_first_process() {
    auto const first = static_cast<std::uint64_t>(end_.pid);
    for (auto const& [pid, start] : facts_.processes) {
      if (pid == first) return;
    }
    outcome_.diagnostics.push_back(
        {Severity::note,
         "the program itself, " + request_.argv.front() + " (process " + std::to_string(first) +
             "), was not recorded, only " + std::to_string(facts_.processes.size()) +
             " process(es) that it started: it neither initialised CUDA nor called NVTX, or it is linked "
             "statically or set-user-id",
         {},
         {}});
  }

  /// A run that was cut short compares to nothing.
  [[nodiscard]] CollectionCost cost() const {
    CollectionCost cost = facts_.cost;
    cost.workload_wall_ns = end_.wall.count();
    if (partial_.empty()) cost.without_wall_ns = without_ns_;
    return cost;
  }

  void write_folder(LoadedInputs const& loaded) const {
    ReportContext context;
    context.run = outcome_.run;
    context.argv = request_.argv;
    context.config = request_.config;
    context.variables = request_.variables;
    context.producers["cupti/trace.sqlite"] = std::string("llmprof ") + LLMPROF_VERSION;
    context.partial = partial_;
    static_cast<void>(write_report(loaded, context));
  }

  RunRequest const& request_;
  std::filesystem::path library_;
  std::filesystem::path spools_;
  WorkloadEnd end_;
  std::optional<std::int64_t> without_ns_;
  LateProcesses late_;
  CollectedFacts facts_;
  std::string partial_;
  RunOutcome outcome_;
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

RunOutcome run_workload_collected(RunRequest const& request) {
  if (request.argv.empty()) throw InvalidArgument("no command to run; give it after --");
  validate(request.window);
  refuse_other_profilers(request.variables);
  auto const library = request.library.empty() ? find_injection_library() : request.library;
  if (library.empty() || ::access(library.c_str(), R_OK) != 0) {
    throw Error(std::string("cannot profile: ") + (library.empty() ? library_name : library.string()) +
                " is not found; it belongs beside llmprof or into its lib/llmprof; set LLMPROF_INJECT to it");
  }
  return CollectedRun(request, std::filesystem::absolute(library)).run();
}

}  // namespace llmprof::inline v0
