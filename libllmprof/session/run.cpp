// SPDX-License-Identifier: MIT
#include "llmprof/session/run.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise SIGXFSZ
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "libllmprof/collect/spool_reader.hpp"
#include "libllmprof/collect/trace_file.hpp"
#include "libllmprof/process/held_signals.hpp"
#include "libllmprof/process/start_of_process.hpp"
#include "libllmprof/process/workload.hpp"
#include "llmprof/artifacts/environment.hpp"
#include "llmprof/error.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/report.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr char const* library_name = "libllmprof_inject.so";

/// CUPTI and NVTX serve one tool at a time.
void refuse_other_profilers(std::map<std::string, std::string> const& variables) {
  constexpr std::array<std::pair<char const*, char const*>, 5> signs{{
      // The tools set the general ones, too: who it is comes first.
      {"NSYS_PROFILING_SESSION_ID", "Nsight Systems"},
      {"NV_COMPUTE_PROFILER_PERFWORKS_DIR", "Nsight Compute"},
      {"NV_TPS_LAUNCH_TOKEN", "Nsight Compute"},
      {"CUDA_INJECTION64_PATH", "another CUDA tool"},
      {"NVTX_INJECTION64_PATH", "another NVTX tool"},
  }};
  for (auto const& [name, tool] : signs) {
    auto const found = variables.find(name);
    if (found == variables.end() || found->second.empty()) continue;
    throw Error(std::string("cannot profile: ") + tool + " is set up already (" + name +
                " is set), and CUDA serves one profiler at a time; run without it, or unset " + name);
  }
}

std::filesystem::path own_folder() {
  std::error_code error;
  auto const self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : self.parent_path();
}

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

/// What goes on when nobody waits for it any longer.
struct Rest {
  std::uint64_t recording = 0;  ///< Processes.
  int interrupted = 0;          ///< The signal that ended the waiting; 0: the time was over.
};

Rest wait_for_children(std::filesystem::path const& folder, std::chrono::milliseconds linger) {
  HeldSignals const signals;
  auto const end = std::chrono::steady_clock::now() + linger;
  for (;;) {
    std::uint64_t count = count_recording(folder);
    if (count == 0) count = count_recording(folder);  // a child may have come while we looked
    if (count == 0 || std::chrono::steady_clock::now() >= end) return {.recording = count};
    int const signal = signals.wait(std::chrono::milliseconds(50));
    if (HeldSignals::asks_to_end(signal)) return {.recording = count, .interrupted = signal};
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

class CollectedRun {
 public:
  CollectedRun(RunRequest const& request, std::filesystem::path library)
      : request_(request), library_(std::move(library)) {}

  RunOutcome run() {
    Artifacts const artifacts = Artifacts::create(request_.out.empty() ? default_out : request_.out);
    outcome_.run = artifacts;
    spools_ = artifacts.out_dir("cupti/spool");
    if (!start_workload()) return std::move(outcome_);
    rest_ = wait_for_children(spools_, request_.linger);
    collect();
    return std::move(outcome_);
  }

 private:
  bool start_workload() {
    WorkloadCall call;
    call.argv = request_.argv;
    call.deadline = request_.timeout;
    call.environment = {{"CUDA_INJECTION64_PATH", library_.string()},
                        {"NVTX_INJECTION64_PATH", library_.string()},
                        {"LLMPROF_SPOOL", spools_.string()},
                        {"LLMPROF_GRAPHS", request_.graphs == GraphDetail::whole ? "whole" : "nodes"},
                        {"LLMPROF_SPOOL_LIMIT", std::to_string(request_.max_bytes)}};
    try {
      end_ = run_workload(call);
    } catch (WorkloadFailed const& failed) {
      bool const is_there = failed.error != ENOENT;
      outcome_.status = is_there ? RunStatus::not_executable : RunStatus::not_found;
      outcome_.failure =
          request_.argv.front() + ": " +
          (is_there ? std::string("cannot be executed: ") + std::strerror(failed.error) : "not found");
      std::error_code ignored;
      std::filesystem::remove_all(outcome_.run->root(), ignored);  // there is nothing in it
      outcome_.run.reset();
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
    if (facts_.processes == 0) {
      for (std::string const& warning : facts_.warnings) warn(warning);
      return fail(why_not_loaded());
    }
    try {
      LoadedInputs loaded = load_inputs({trace});
      for (Diagnostic const& diagnostic : outcome_.diagnostics)
        loaded.profile.diagnostics.push_back(diagnostic);
      describe_cost(loaded.profile);
      outcome_.profile = loaded.profile;
      write_folder(loaded);
    } catch (NoData const& why) {
      outcome_.profile.reset();
      fail(why.what());
    } catch (Error const& why) {
      fail(std::string(why.what()) + "; what was recorded is in " + trace.string());
    }
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

  void describe_end() {
    if (end_.timed_out) {
      partial("the workload was ended after the time of --timeout");
    } else if (end_.interrupted != 0) {
      partial(std::string("the workload was interrupted (") + ::strsignal(end_.interrupted) + ")");
    } else if (end_.signal != 0) {
      partial(std::string("the workload was ended by a signal (") + ::strsignal(end_.signal) + ")");
    } else if (end_.status != 0) {
      partial("the workload failed with exit status " + std::to_string(end_.status));
    }
    if (rest_.recording != 0) {
      partial(std::to_string(rest_.recording) + " process(es) were recording still " +
              (rest_.interrupted != 0 ? std::string("when waiting for them was interrupted (") +
                                            ::strsignal(rest_.interrupted) + ")"
                                      : "after the time of --linger") +
              "; what they did later is missing");
    }
  }

  void partial(std::string const& why) {
    partial_ += (partial_.empty() ? "" : "; ") + why;
    warn("the run is partial: " + why);
  }

  /// What collecting cost is part of every report.
  void describe_cost(Profile& profile) const {
    profile.diagnostics.push_back(
        {Severity::note,
         "collector: " + std::to_string(facts_.ranges) + " ranges, " + std::to_string(facts_.launches) +
             " calls and " + std::to_string(facts_.device_records) + " GPU records of " +
             std::to_string(facts_.processes) + " process(es), " + std::to_string(facts_.spool_bytes) +
             " bytes; taking the GPU records out of CUPTI's buffers took " +
             std::to_string(facts_.flush_ns / 1'000'000) + " ms of its threads in " +
             std::to_string(end_.wall.count() / 1'000'000) + " ms of the workload",
         {},
         {}});
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
  Rest rest_;
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
  refuse_other_profilers(request.variables);
  auto const library = request.library.empty() ? find_injection_library() : request.library;
  if (library.empty() || ::access(library.c_str(), R_OK) != 0) {
    throw Error(std::string("cannot profile: ") + (library.empty() ? library_name : library.string()) +
                " is not found; it belongs beside llmprof or into its lib/llmprof; set LLMPROF_INJECT to it");
  }
  return CollectedRun(request, std::filesystem::absolute(library)).run();
}

}  // namespace llmprof::inline v0
