// SPDX-License-Identifier: MIT
#include "libllmprof/session/counters.hpp"

#include <cstring>
#include <sstream>
#include <utility>

#include "libllmprof/parse/ncu_log.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/session/asked_ranges.hpp"
#include "libllmprof/session/command_file.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/file.hpp"
#include "llmprof/analyze/deep_plan.hpp"
#include "llmprof/command/ncu_lists.hpp"
#include "llmprof/error.hpp"
#include "llmprof/report/deep_plan.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_log_bytes = std::size_t{16} << 20U;

class CounterRun {
 public:
  CounterRun(RecordedRun& run, FoundTool ncu)
      : run_(run),
        ncu_(std::move(ncu)),
        version_(parse_tool_version(ncu_.version)),
        folder_(run_.artifacts().out_dir("ncu")) {}

  std::optional<Recorded> measure() {
    NcuCommand command = run_.request().ncu;
    command.workload = run_.request().argv;
    command.tool = ncu_.path.string();
    command.version = version_;
    command.output = output_name(folder_ / "kernels");
    try {
      leave_out_what_is_missing(command);
      if (!find_ranges(command) || !choose_kernels(command)) return std::nullopt;
      run_workload(make_command(command));
      return collect();
    } catch (Error const& why) {
      run_.fail(std::string("no counters were measured: ") + why.what());
    } catch (WorkloadFailed const& failed) {
      run_.fail("no counters were measured: " + command.tool +
                " cannot be started: " + std::strerror(failed.error));
    }
    return std::nullopt;
  }

 private:
  /// With one section or metric that it does not know, ncu measures nothing at all.
  void leave_out_what_is_missing(NcuCommand& command) {
    if (auto const text = listed(NcuList::sections, "sections.txt")) {
      command.sections = kept(available_sections(command.sections, read_ncu_sections(*text)));
    }
    if (auto const text = listed(NcuList::metrics, "metrics.txt")) {
      command.metrics = kept(available_metrics(command.metrics, read_ncu_metrics(*text)));
    }
  }

  std::vector<std::string> kept(Available available) {
    for (Diagnostic const& left_out : available.diagnostics) run_.warn(left_out.text);
    return std::move(available.names);
  }

  /// What ncu lists; absent, and said, if it does not.
  std::optional<std::string> listed(NcuList list, char const* file) {
    ToolCall call;
    call.argv = ncu_list_command(list, {}, ncu_.path.string()).argv;
    call.output = folder_ / file;
    call.errors = folder_ / "list.stderr.txt";
    call.deadline = std::chrono::seconds(120);
    std::string const why = why_not_made(call.output, call);
    if (why.empty()) {
      std::error_code ignored;
      std::filesystem::remove(call.errors, ignored);
      return read_head(call.output, most_log_bytes);
    }
    run_.warn("ncu does not list what it has (" + why + "); it is asked for everything");
    return std::nullopt;
  }

  /// ncu must be told which kind of range each is, and measures nothing, after running everything, where
  /// there is none. @return whether there is anything to measure.
  bool find_ranges(NcuCommand& command) {
    if (run_.profile() == nullptr || command.filter.include.empty()) return true;
    AskedRanges asked = find_ranges_on(*run_.profile(), command.filter.include);
    if (asked.found.empty()) {
      run_.fail("no counters were measured: " + asked.not_seen, RunStatus::no_such_range);
      return false;
    }
    if (!asked.not_seen.empty()) run_.warn(asked.not_seen);
    command.filter.include = std::move(asked.found);
    bool const are_kernels = command.replay == NcuReplay::kernel || command.replay == NcuReplay::application;
    if (run_.request().measure_whole_ranges && are_kernels && asked.launches > 0)
      command.filter.launch_count = asked.launches;
    say_what_ranges_take(command);
    return true;
  }

  void say_what_ranges_take(NcuCommand const& command) const {
    if (!run_.request().say) return;
    std::string ranges;
    for (NcuRange const& range : command.filter.include)
      ranges += (ranges.empty() ? "" : ", ") + to_string(range.path);
    std::uint64_t const count = command.filter.launch_count.value_or(0);
    run_.request().say("at most " + std::to_string(count) + " launches in " + ranges +
                       " are measured (ncu.launch_count)\n" +
                       format_estimate(estimate_launches(count, ncu_passes_of_set(command.set),
                                                         run_.profile()->capture_ns)));
  }

  /// @return whether there is anything to measure.
  bool choose_kernels(NcuCommand& command) {
    RunRequest const& request = run_.request();
    bool const are_ranges =
        command.replay == NcuReplay::range || command.replay == NcuReplay::app_range;  // no choice of kernels
    if (are_ranges || run_.profile() == nullptr || !command.filter.kernel_name.empty() ||
        !command.filter.include.empty()) {
      return true;  // all, or what the user chose
    }
    DeepPlanOptions options;
    options.coverage = request.coverage;
    options.most_kernels = request.top_n_kernels;
    options.passes = ncu_passes_of_set(command.set);
    DeepPlan const plan = plan_deep(*run_.profile(), options);
    write_file_atomically(folder_ / "plan.json", deep_plan_json(plan));
    for (Diagnostic const& diagnostic : plan.diagnostics) run_.warn(diagnostic.text);
    if (plan.selection.kernel_id.empty()) {
      run_.fail("no counters were measured: no kernel of the timeline can be chosen");
      return false;
    }
    if (request.say) request.say(format_plan(plan));
    planned_ = plan.kernels;
    command.filter.kernel_id = plan.selection.kernel_id;
    command.filter.name_base =
        plan.selection.name_base == KernelNameBase::function ? NcuNames::function : NcuNames::demangled;
    command.filter.launch_skip.reset();
    command.filter.launch_count = plan.selection.launch_count;
    if (plan.selection.graph_nodes) command.graphs = NcuGraphs::node;
    return true;
  }

  void run_workload(ToolCommand const& command) {
    for (Diagnostic const& left_out : command.diagnostics) run_.warn(left_out.text);
    write_command_file(folder_ / "cmd.txt", command);
    WorkloadCall call;
    call.argv = command.argv;
    call.environment = run_.request().environment;
    call.environment.insert(call.environment.end(), command.environment.begin(), command.environment.end());
    if (run_.request().ncu_timeout.count() > 0) call.deadline = run_.request().ncu_timeout;
    call.grace = run_.request().grace;
    call.has_own_groups = true;
    call.copies = OutputFiles{folder_ / "stdout.txt", folder_ / "stderr.txt"};
    describe_end(llmprof::run_workload(call));
  }

  void describe_end(WorkloadEnd const& end) {
    if (end.timed_out) {
      run_.partial("ncu was ended after the time of ncu.timeout; counters of what came later are missing");
    } else if (end.interrupted != 0) {
      run_.partial("ncu was interrupted; counters of what came later are missing");
    } else if (std::string const why = what_went_wrong(end); !why.empty()) {
      run_.warn("under ncu, " + why);
    }
  }

  std::optional<Recorded> collect() {
    std::filesystem::path const report = folder_ / "kernels.ncu-rep";
    std::error_code ignored;
    if (!std::filesystem::exists(report, ignored)) {
      run_.fail("no counters were measured: " + why_no_report());
      return std::nullopt;
    }
    std::filesystem::path const raw = folder_ / "raw.csv";
    if (!import_report(report, NcuPage::raw, raw)) return std::nullopt;
    import_report(report, NcuPage::details, folder_ / "details.csv");
    std::string const producer = "Nsight Compute " + ncu_.version;
    return Recorded{.inputs = {raw},
                    .kept = report,
                    .producers = {{"ncu/kernels.ncu-rep", producer},
                                  {"ncu/raw.csv", producer},
                                  {"ncu/details.csv", producer}},
                    .cost = {},
                    .sums = {},
                    .planned = planned_};
  }

  [[nodiscard]] std::string why_no_report() const {
    NcuLog log;
    std::uint64_t number = 0;
    for (char const* const file : {"stdout.txt", "stderr.txt"}) {
      std::istringstream lines(read_head(folder_ / file, most_log_bytes));
      for (std::string line; std::getline(lines, line);) log.add(line, ++number);
    }
    return explain_missing_table(log, (folder_ / "stdout.txt").string());
  }

  bool import_report(std::filesystem::path const& report, NcuPage page, std::filesystem::path const& made) {
    NcuImportCommand command;
    command.report = report.string();
    command.tool = ncu_.path.string();
    command.version = version_;
    command.page = page;
    ToolCall call;
    call.argv = make_command(command).argv;
    call.output = made;
    call.errors = folder_ / "import.stderr.txt";
    std::string const failure = why_not_made(made, call);
    std::error_code ignored;
    if (failure.empty()) {
      std::filesystem::remove(call.errors, ignored);
      return true;
    }
    std::string const why = "ncu could not read its own report " + report.string() + ": " + failure;
    std::filesystem::remove(made, ignored);
    if (page == NcuPage::raw) {
      run_.fail(why);
    } else {
      run_.warn(why);
    }
    return false;
  }

  RecordedRun& run_;
  FoundTool ncu_;
  ToolVersion version_;
  std::filesystem::path folder_;
  std::vector<PlannedKernel> planned_;
};

}  // namespace

FoundTool tool_for_ncu(RunRequest const& request) {
  auto const path = request.variables.find("PATH");
  ToolSearch search;
  search.program = request.ncu.tool;
  if (path != request.variables.end()) search.path = path->second;
  FoundTool ncu = ensure_ncu(search);
  NcuCommand command = request.ncu;
  command.workload = request.argv;
  command.version = parse_tool_version(ncu.version);
  static_cast<void>(make_command(command));  // what cannot be asked is said before anything runs
  return ncu;
}

std::optional<Recorded> measure_with_ncu(RecordedRun& run, FoundTool const& ncu) {
  return CounterRun(run, ncu).measure();
}

}  // namespace llmprof::inline v0
