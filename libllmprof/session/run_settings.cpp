// SPDX-License-Identifier: MIT
#include "llmprof/session/run_settings.hpp"

#include "libllmprof/session/ncu_settings.hpp"
#include "libllmprof/session/nsys_run.hpp"
#include "libllmprof/session/nsys_settings.hpp"
#include "libllmprof/session/run_environment.hpp"
#include "llmprof/artifacts/masking.hpp"
#include "llmprof/command/visible_devices.hpp"
#include "llmprof/command/workload_argv.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

CaptureWindow window_of(Settings const& settings) {
  CaptureWindow window;
  if (!settings.collector_capture.empty()) window.label = parse_label(settings.collector_capture);
  window.skip = settings.collector_skip;
  window.count = settings.collector_count;
  if (settings.collector_delay.count() > 0) window.delay = settings.collector_delay;
  if (settings.collector_duration.count() > 0) window.duration = settings.collector_duration;
  return window;
}

LoadedFile input_file(std::string const& setting, std::string const& path, std::string kind) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw InvalidArgument(setting + ": " + path + " is not a file that can be read");
  return {path, std::move(kind)};
}

void check_is_there(char const* setting, std::string const& path) {
  std::error_code error;
  if (!path.empty() && !std::filesystem::exists(path, error))
    throw InvalidArgument(std::string(setting) + ": " + path + " is not a file that can be read");
}

/// Settings of a tool that does not run: `nsys.trace, nsys.sample: no effect without --collector nsys`.
void note_idle_group(Settings const& settings, std::string_view group, std::string const& needs,
                     RunRequest& request) {
  static Config const built_in = to_config(Settings());
  std::string changed;
  for (auto const& [key, value] : to_config(settings)) {
    if (!key.starts_with(group) || built_in.at(key) == value) continue;
    changed += (changed.empty() ? "" : ", ") + key;
  }
  if (changed.empty()) return;
  request.notes.push_back({Severity::warning, changed + ": no effect without " + needs, {}, {}});
}

/// Changed, but not of the collector that was chosen.
void note_what_is_not_used(Settings const& settings, RunRequest& request) {
  if (!request.with_nsys) note_idle_group(settings, "nsys.", "--collector nsys", request);
  if (!request.deep) note_idle_group(settings, "ncu.", "--mode deep", request);
  Settings const built_in;
  auto const note = [&](bool is_changed, char const* name) {
    if (is_changed) {
      request.notes.push_back(
          {Severity::warning,
           std::string(name) + " is of the built-in collector; it does nothing under nsys",
           {},
           {}});
    }
  };
  if (!request.with_nsys) return;
  note(settings.collector_linger != built_in.collector_linger, "collector.linger (--linger)");
  note(settings.collector_max_size != built_in.collector_max_size, "collector.max_size (--max-size)");
}

void add_inputs(Settings const& settings, RunRequest& request) {
  for (auto const& [setting, path] :
       {std::pair("run.model (--model)", settings.run_model),
        std::pair("run.phase_rules (--phase-rules)", settings.run_phase_rules),
        std::pair("run.kernel_rules (--kernel-rules)", settings.run_kernel_rules),
        std::pair("run.ceilings (--ceilings)", settings.run_ceilings)})
    check_is_there(setting, path);
  request.interpretation = read_interpretation(
      {settings.run_model, settings.run_phase_rules, settings.run_kernel_rules, {}, settings.run_ceilings});
  if (!settings.run_inputs.empty()) {
    request.inputs.push_back(input_file("run.inputs (--inputs)", settings.run_inputs, "inputs manifest"));
  }
}

}  // namespace

RunRequest request_from(Settings const& settings, std::vector<std::string> argv,
                        std::map<std::string, std::string> variables) {
  validate(settings);
  RunRequest request;
  request.argv = workload_argv(std::move(argv));
  request.out = settings.artifacts_dir;
  if (settings.run_timeout.count() > 0) request.timeout = settings.run_timeout;
  request.linger = settings.collector_linger;
  request.max_bytes = settings.collector_max_size;
  request.graphs = settings.collector_graphs == "whole" ? GraphDetail::whole : GraphDetail::nodes;
  request.window = window_of(settings);
  validate(request.window);
  request.baseline = settings.run_ab;
  request.with_nsys = settings.run_collector == CollectorChoice::nsys;
  request.grace = settings.nsys_grace;
  request.deep = settings.run_mode == RunMode::deep;
  if (request.deep) request.ncu = ncu_command_from(settings);
  request.measure_whole_ranges = settings.ncu_launch_count == 0;
  request.coverage = settings.run_coverage;
  request.top_n_kernels = settings.run_top_n_kernels;
  request.ncu_timeout = settings.ncu_timeout;
  if (request.with_nsys) request.nsys = nsys_command_from(settings);
  request.config = to_config(settings);
  request.variables = std::move(variables);
  if (!settings.run_device.empty())
    request.environment.emplace_back("CUDA_VISIBLE_DEVICES", cuda_visible_devices(settings.run_device));
  add_inputs(settings, request);
  note_what_is_not_used(settings, request);
  return request;
}

std::string describe_plan(RunRequest const& request) {
  Config plan{{"collector", request.with_nsys ? "nsys" : "cupti"}};
  std::vector<std::string> names;
  if (request.with_nsys) {
    ToolCommand const command = nsys_command(request, request.nsys.tool, known_nsys, "RUN/nsys/run");
    plan["argv"] = mask_argv(command.argv);
    for (auto const& [name, value] : request.environment) names.push_back(name);
    for (auto const& [name, value] : command.environment) names.push_back(name);
  } else {
    plan["argv"] = mask_argv(request.argv);
    for (auto const& [name, value] : environment_of(request, {}, {})) names.push_back(name);
  }
  plan["environment"] = std::move(names);
  if (request.deep) {
    NcuCommand ncu = request.ncu;
    ncu.workload = request.argv;
    ncu.output = "RUN/ncu/kernels";
    plan["ncu.argv"] = mask_argv(make_command(ncu).argv);
    bool const are_named = !ncu.filter.kernel_name.empty() || !ncu.filter.include.empty();
    plan["ncu.kernels"] = are_named ? "as ncu.kernel_name and ncu.nvtx_include name them"
                                    : "chosen after the timeline: those that take the most time";
  }
  for (auto const& [key, value] : request.config) plan["settings." + key] = value;
  return to_yaml(plan);
}

}  // namespace llmprof::inline v0
