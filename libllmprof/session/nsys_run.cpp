// SPDX-License-Identifier: MIT
#include "libllmprof/session/nsys_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>
#include <vector>

#include "libllmprof/artifacts/nsys_secrets.hpp"
#include "libllmprof/process/last_words.hpp"
#include "libllmprof/process/program.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/session/command_file.hpp"
#include "libllmprof/session/other_profilers.hpp"
#include "libllmprof/session/recorded_run.hpp"
#include "llmprof/command/nsys_command.hpp"
#include "llmprof/error.hpp"
#include "llmprof/process/ensure_tool.hpp"

namespace llmprof::inline v0 {
namespace {

NsysCapture capture_of(CaptureWindow const& window) {
  NsysCapture capture;
  if (!window.label) return capture;
  if (window.skip != 0)
    throw InvalidArgument("--skip: nsys records from the first range of --capture on; leave it out");
  capture.trigger = NsysTrigger::nvtx;
  capture.range = window.label;
  capture.end = window.count == 1 ? NsysRangeEnd::stop : NsysRangeEnd::repeat;
  if (window.count > 1) capture.repeat = window.count;
  return capture;
}

class NsysRun {
 public:
  NsysRun(RecordedRun& run, FoundTool nsys)
      : run_(run),
        nsys_(std::move(nsys)),
        version_(parse_tool_version(nsys_.version)),
        folder_(run_.artifacts().out_dir("nsys")) {}

  std::optional<Recorded> record() {
    if (!is_startable() || !run_workload()) return std::nullopt;
    try {
      return collect();
    } catch (std::exception const& why) {  // the workload's status is known: it must not get lost
      run_.fail(std::string(why.what()) + "; what nsys recorded is in " + folder_.string());
      return std::nullopt;
    }
  }

 private:
  /// nsys would say so, too, but with a status that could be the workload's.
  bool is_startable() {
    std::string const& program = run_.request().argv.front();
    auto const error = why_not_startable(program);
    if (error) run_.abandon_unstartable(program, *error);
    return !error;
  }

  bool run_workload() {
    ToolCommand const nsys =
        nsys_command(run_.request(), nsys_.path.string(), version_, output_name(folder_ / "run"));
    for (Diagnostic const& left_out : nsys.diagnostics) run_.warn(left_out.text);
    write_command_file(folder_ / "cmd.txt", nsys);
    WorkloadCall call;
    call.argv = nsys.argv;
    call.environment = run_.request().environment;
    call.environment.insert(call.environment.end(), nsys.environment.begin(), nsys.environment.end());
    call.deadline = run_.request().timeout;
    call.grace = run_.request().grace;  // nsys makes its report when it is asked to end
    call.has_own_groups = true;
    call.copies = OutputFiles{folder_ / "stdout.txt", folder_ / "stderr.txt"};
    return run_.run(call);
  }

  std::optional<Recorded> collect() {
    if (std::string const why = what_went_wrong(run_.end()); !why.empty()) run_.partial(why);
    std::vector<std::filesystem::path> const reports = find_reports();
    if (reports.empty()) {
      run_.fail(why_no_report());
      return std::nullopt;
    }
    if (reports.size() > 1) {
      run_.note(std::to_string(reports.size()) +
                " captures were made; the reports are about the first, the others lie beside it in " +
                folder_.string());
    }
    std::filesystem::path const made = folder_ / "run.sqlite";
    if (!export_report(reports.front(), made)) return std::nullopt;
    std::string const producer = "Nsight Systems " + nsys_.version;
    Recorded recorded{{made}, reports.front(), {{"nsys/run.sqlite", producer}}, std::nullopt};
    for (auto const& report : reports) {
      recorded.producers.emplace_back("nsys/" + report.filename().string(), producer);
    }
    return recorded;
  }

  /// `run.nsys-rep`, or `run.1.nsys-rep` and so on; older versions call it .qdrep.
  [[nodiscard]] std::vector<std::filesystem::path> find_reports() const {
    std::vector<std::pair<std::uint64_t, std::filesystem::path>> found;
    std::string const extension =
        std::filesystem::path(nsys_report_file("run", version_)).extension().string();
    for (auto const& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() != extension) continue;
      std::string const number = entry.path().stem().extension().string();  // ".1"
      found.emplace_back(number.size() < 2 ? 0 : std::strtoull(number.c_str() + 1, nullptr, 10),
                         entry.path());
    }
    std::sort(found.begin(), found.end());
    std::vector<std::filesystem::path> reports;
    reports.reserve(found.size());
    for (auto& [number, path] : found) reports.push_back(std::move(path));
    return reports;
  }

  [[nodiscard]] std::string why_no_report() const {
    std::string why = "nsys made no report";
    std::string const said = last_words({folder_ / "stderr.txt", folder_ / "stdout.txt"});
    if (!said.empty()) why += "; the last line was '" + said + "'";
    if (run_.request().window.label) {
      why += ". If no range " + to_string(*run_.request().window.label) +
             " was opened, nothing is recorded: `llmprof run` without --capture shows all ranges";
    }
    return why;
  }

  bool export_report(std::filesystem::path const& report, std::filesystem::path const& made) {
    NsysExportCommand command;
    command.report = report.string();
    command.output = made.string();
    command.tool = nsys_.path.string();
    command.overwrite = true;
    ToolCall call;
    call.argv = make_command(command).argv;
    call.output = folder_ / "export.stdout.txt";
    call.errors = folder_ / "export.stderr.txt";
    if (std::string const why = why_not_made(made, call); !why.empty()) {
      run_.fail("nsys could not export " + report.string() + ": " + why + "; the report is kept");
      return false;
    }
    std::error_code ignored;
    for (auto const& file : {call.output, call.errors}) std::filesystem::remove(file, ignored);
    try {
      remove_secrets(made);
    } catch (Error const&) {
      std::filesystem::remove(made, ignored);  // nothing says of it that it holds secrets
      throw;
    }
    return true;
  }

  RecordedRun& run_;
  FoundTool nsys_;
  ToolVersion version_;
  std::filesystem::path folder_;
};

void refuse_what_nsys_cannot_do(RunRequest const& request) {
  if (request.baseline)
    throw InvalidArgument("--ab compares with the built-in collector alone; leave out --collector nsys");
  if (request.window.duration) {
    throw InvalidArgument(
        "--duration: nsys leaves the workload alone then, and its exit status is lost; give --capture LABEL "
        "--count N, or leave out --collector nsys");
  }
  static_cast<void>(capture_of(request.window));
}

}  // namespace

ToolCommand nsys_command(RunRequest const& request, std::string const& tool, ToolVersion const& version,
                         std::string const& output) {
  refuse_what_nsys_cannot_do(request);
  NsysCommand command = request.nsys;
  command.workload = request.argv;
  command.tool = tool;
  command.version = version;
  command.output = output;
  command.overwrite = true;
  if (request.graphs == GraphDetail::whole) command.graphs = NsysGraphs::graph;
  if (request.window.label) command.capture = capture_of(request.window);
  if (request.window.delay) command.delay = request.window.delay;
  return make_command(command);
}

FoundTool tool_for_nsys(RunRequest const& request) {
  refuse_what_nsys_cannot_do(request);
  refuse_other_profilers(request.variables);
  auto const path = request.variables.find("PATH");
  ToolSearch search;
  search.program = request.nsys.tool;
  if (path != request.variables.end()) search.path = path->second;
  FoundTool nsys = ensure_nsys(search);
  static_cast<void>(nsys_command(request, nsys.path.string(), parse_tool_version(nsys.version), "run"));
  return nsys;
}

std::optional<Recorded> record_with_nsys(RecordedRun& run, FoundTool const& nsys) {
  return NsysRun(run, nsys).record();
}

}  // namespace llmprof::inline v0
