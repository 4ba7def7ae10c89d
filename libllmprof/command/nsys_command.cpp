// SPDX-License-Identifier: MIT
#include "llmprof/command/nsys_command.hpp"

#include <algorithm>

#include "libllmprof/command/arguments.hpp"
#include "libllmprof/command/nsys_options.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view tool = "nsys profile";

bool is_trace_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }

bool traces(NsysCommand const& command, std::string_view what) {
  return std::find(command.trace.begin(), command.trace.end(), what) != command.trace.end();
}

void check_trace(NsysCommand const& command) {
  for (std::string const& what : command.trace) {
    if (what.empty() || !std::all_of(what.begin(), what.end(), is_trace_character)) {
      refuse(tool, "--trace",
             "'" + what + "' is nothing to trace; give names such as cuda, nvtx, osrt, cublas");
    }
  }
  if (traces(command, "none") && command.trace.size() > 1) {
    refuse(tool, "--trace", "'none' and other names contradict each other");
  }
}

void check_nvtx_trigger(NsysCommand const& command) {
  NsysCapture const& capture = command.capture;
  if (!capture.range) refuse(tool, "--capture-range", "nvtx needs the label of a range, as LLM@prefill");
  if (capture.any_domain && !capture.range->domain.empty()) {
    refuse(tool, "--nvtx-capture",
           "'" + to_string(*capture.range) + "' has a domain, and any domain is asked for");
  }
  if (!traces(command, "nvtx") && !traces(command, "cuda")) {
    refuse(tool, "--capture-range", "nvtx needs nvtx or cuda in --trace");
  }
}

bool is_repeat(NsysRangeEnd end) {
  return end == NsysRangeEnd::repeat || end == NsysRangeEnd::repeat_shutdown;
}

void check_capture(NsysCommand const& command) {
  NsysCapture const& capture = command.capture;
  if (capture.trigger == NsysTrigger::nvtx) {
    check_nvtx_trigger(command);
  } else if (capture.range) {
    refuse(tool, "--nvtx-capture", "a range is given, but --capture-range is not nvtx");
  }
  if (capture.trigger == NsysTrigger::cuda_profiler_api && !traces(command, "cuda")) {
    refuse(tool, "--capture-range", "cudaProfilerApi needs cuda in --trace");
  }
  if (capture.repeat && !is_repeat(capture.end)) {
    refuse(tool, "--capture-range-end", "a number of captures is given, but the end is not repeat");
  }
  if (capture.repeat == 0U) refuse(tool, "--capture-range-end", "repeat:0 records nothing; at least 1");
  if (capture.end == NsysRangeEnd::repeat_shutdown && !capture.repeat) {
    refuse(tool, "--capture-range-end", "repeat-shutdown needs a number of captures");
  }
  if (is_repeat(capture.end) && command.version <= nsys_before_range_end) {
    refuse(tool, "--capture-range-end",
           "nsys " + to_string(command.version) + " captures one range only; take a newer one for several");
  }
}

void check(NsysCommand const& command) {
  if (command.tool.empty()) refuse(tool, "tool", "its name is empty; nsys is the usual one");
  check_trace(command);
  check_capture(command);
  if (!command.include_domains.empty() && !command.exclude_domains.empty()) {
    refuse(tool, "--nvtx-domain-include", "nsys takes domains to include or to exclude, not both");
  }
  bool const has_domains = !command.include_domains.empty() || !command.exclude_domains.empty();
  if (has_domains && !traces(command, "nvtx")) {
    refuse(tool, "--nvtx-domain-include", "domains are filtered of ranges, which need nvtx in --trace");
  }
  if (command.delay && command.delay->count() < 0) {
    refuse(tool, "--delay", seconds_text(-*command.delay) + " s before the start; it must be 0 or more");
  }
  if (command.duration && command.duration->count() <= 0) {
    refuse(tool, "--duration", "it must be more than 0; leave it out to record to the end");
  }
  check_workload(tool, command.workload);
}

/// `default` is the default domain, unless escaped; so are commas and the escape itself.
std::string domain_text(std::string const& domain) {
  if (domain.empty()) return "default";
  if (domain == "default") return "\\default";
  std::string text;
  for (char const c : domain) {
    if (c == ',' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

/// Makes the argv of one command.
class Maker {
 public:
  explicit Maker(NsysCommand const& command) : command_(command) {}

  ToolCommand make() {
    made_.argv = {command_.tool, "profile"};
    if (!command_.trace.empty()) add("--trace", joined(command_.trace, ","));
    if (command_.sample) add("--sample", to_string(*command_.sample));
    add_context_switches();
    add_graphs();
    add_domains();
    if (command_.trace_fork_before_exec) add("--trace-fork-before-exec", "true");
    add_capture();
    if (command_.delay) add("--delay", seconds_text(*command_.delay));
    if (command_.duration) add("--duration", seconds_text(*command_.duration));
    if (command_.kill) add("--kill", to_string(*command_.kill));
    if (command_.wait) add("--wait", to_string(*command_.wait));
    if (command_.overwrite) add("--force-overwrite", "true");
    if (!command_.output.empty()) add("--output", command_.output);
    append(made_.argv, command_.extra);
    append(made_.argv, command_.workload);
    return std::move(made_);
  }

 private:
  void add(std::string_view option, std::string_view value) { made_.argv.push_back(assigned(option, value)); }

  /// True, and said, if the version lacks the option.
  bool leaves_out(std::string_view option, std::string_view consequence) {
    if (command_.version > nsys_before_range_end) return false;
    made_.diagnostics.push_back(left_out("nsys", option, command_.version, consequence));
    return true;
  }

  void add_context_switches() {
    if (!command_.context_switches) return;
    if (*command_.context_switches == NsysScope::system_wide &&
        leaves_out("--cpuctxsw=system-wide", "context switches of the workload's processes are recorded")) {
      return;
    }
    add("--cpuctxsw", to_string(*command_.context_switches));
  }

  void add_graphs() {
    if (!command_.graphs || !traces(command_, "cuda")) return;
    if (command_.version <= nsys_before_range_end && *command_.graphs == NsysGraphs::node) return;
    if (leaves_out("--cuda-graph-trace", "every kernel of a graph is recorded")) return;
    add("--cuda-graph-trace", to_string(*command_.graphs));
  }

  void add_domains() {
    bool const includes = !command_.include_domains.empty();
    std::vector<std::string> domains = includes ? command_.include_domains : command_.exclude_domains;
    std::string_view const option = includes ? "--nvtx-domain-include" : "--nvtx-domain-exclude";
    if (domains.empty() || leaves_out(option, "the ranges of all domains are recorded")) return;
    std::transform(domains.begin(), domains.end(), domains.begin(), domain_text);
    add(option, joined(domains, ","));
  }

  void add_capture() {
    NsysCapture const& capture = command_.capture;
    if (capture.trigger == NsysTrigger::none) return;
    add("--capture-range", to_string(capture.trigger));
    if (capture.trigger == NsysTrigger::nvtx) add_nvtx_capture();
    if (command_.version <= nsys_before_range_end) {
      add("--stop-on-range-end", capture.end == NsysRangeEnd::none ? "false" : "true");
      return;
    }
    std::string end(to_string(capture.end));
    if (capture.repeat) end += ':' + std::to_string(*capture.repeat);
    add("--capture-range-end", end);
  }

  void add_nvtx_capture() {
    NsysCapture const& capture = command_.capture;
    std::string text = nsys_capture_text(*capture.range);
    bool const is_any = text.ends_with("@*");
    if (capture.any_domain && !is_any) text += "@*";
    if (is_any && !capture.any_domain) {
      made_.diagnostics.push_back({Severity::warning,
                                   "nsys finds '" + capture.range->name +
                                       "' of the default domain only if a range of that name may be in any "
                                       "domain: each of them starts the capture",
                                   {},
                                   {}});
    }
    add("--nvtx-capture", text);
    // Without it only registered strings trigger (nsys user guide); the variable is read in the workload.
    if (command_.unregistered_names) made_.environment["NSYS_NVTX_PROFILER_REGISTER_ONLY"] = "0";
  }

  NsysCommand const& command_;
  ToolCommand made_;
};

}  // namespace

ToolCommand make_command(NsysCommand const& command) {
  check(command);
  return Maker(command).make();
}

std::string nsys_report_file(std::string_view output, ToolVersion const& version,
                             std::optional<std::uint64_t> capture) {
  std::string_view const extension = version < nsys_rep_files ? ".qdrep" : ".nsys-rep";
  if (output.ends_with(extension)) output.remove_suffix(extension.size());
  std::string file(output);
  if (capture) file += '.' + std::to_string(*capture);
  return file + std::string(extension);
}

}  // namespace llmprof::inline v0
