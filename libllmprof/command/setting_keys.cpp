// SPDX-License-Identifier: MIT
#include "libllmprof/command/setting_keys.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "libllmprof/command/setting_checks.hpp"
#include "libllmprof/support/nearest.hpp"
#include "llmprof/command/visible_devices.hpp"

namespace llmprof::inline v0 {
namespace {

using S = Settings;
using Name = std::string_view;
using Accepts = bool (*)(std::string_view);

SettingKey choice(Name name, SettingField field, Name words, Name what) {
  return {.name = name, .field = field, .allowed = words, .is_choice = true, .what = what};
}

SettingKey flag(Name name, bool S::*field, Name what) {
  return {.name = name, .field = field, .allowed = "true|false", .what = what};
}

SettingKey number(Name name, SettingField field, double least, double most, Name what) {
  return {.name = name, .field = field, .least = least, .most = most, .what = what};
}

SettingKey seconds(Name name, std::chrono::milliseconds S::*field, Name what) {
  return number(name, field, 0, 1e9, what);
}

/// A text, or a list of texts.
SettingKey text(Name name, SettingField field, Name allowed, Accepts accepts, Name what) {
  return {.name = name, .field = field, .allowed = allowed, .accepts = accepts, .what = what};
}

constexpr double unlimited = 1e15;  // every whole number until there is a double

std::vector<SettingKey> run_keys() {
  return {
      choice("run.mode", &S::run_mode, "light|deep",
             "light: a trace; deep: a trace, then hardware counters of the kernels with the most time"),
      choice("run.collector", &S::run_collector, "auto|cupti|nsys",
             "What records the trace; auto is cupti, for programs may bring a libcupti of their own"),
      number("run.top_n_kernels", &S::run_top_n_kernels, 1, 1000,
             "Most kernels of one phase that deep measures"),
      number("run.coverage", &S::run_coverage, 1, 100,
             "Deep measures no more kernels than have this percentage of the GPU time together"),
      seconds("run.timeout", &S::run_timeout, "The workload is ended after so long; 0: never"),
      flag("run.ab", &S::run_ab, "Run it without the collector first, and compare the wall times"),
      text("run.device", &S::run_device, "list of device indices, GPU-UUID or MIG-UUID", is_device_id,
           "CUDA_VISIBLE_DEVICES of the workload; empty: left as it is"),
      text("run.model", &S::run_model, "path", is_any,
           "Description of the model (config.json of Hugging Face, or model.yaml), for MFU and MBU"),
      text("run.phase_rules", &S::run_phase_rules, "path", is_any,
           "Rules that say which ranges are prefill and decode, before those of llmprof"),
      text("run.kernel_rules", &S::run_kernel_rules, "path", is_any,
           "Rules that say what kernels do, before those of llmprof"),
      text("run.ceilings", &S::run_ceilings, "path", is_any,
           "What the GPU was measured to do (llmprof doctor --measure --save), in place of derived peaks"),
      text("run.inputs", &S::run_inputs, "path", is_any,
           "List of the workload's inputs; recorded in inputs.yaml"),
      text("artifacts.dir", &S::artifacts_dir, "path", is_given, "Run folders are made in this folder"),
  };
}

std::vector<SettingKey> collector_keys() {
  return {
      choice("collector.graphs", &S::collector_graphs, "nodes|whole",
             "Record the kernels in CUDA graphs, or each replay as a whole"),
      number("collector.max_size", &S::collector_max_size, 1, unlimited,
             "Most bytes of events of one process"),
      seconds("collector.linger", &S::collector_linger,
              "Longest wait for children that outlive the workload"),
      text("collector.capture", &S::collector_capture, "label", is_label_or_empty,
           "Record only while a range of this label is open; empty: always"),
      number("collector.skip", &S::collector_skip, 0, unlimited, "Ranges of collector.capture to pass first"),
      number("collector.count", &S::collector_count, 0, unlimited,
             "Ranges of collector.capture to record; 0: all"),
      seconds("collector.delay", &S::collector_delay, "Nothing is recorded in the first so many"),
      seconds("collector.duration", &S::collector_duration,
              "Recorded from the first moment that is recorded; 0: to the end"),
  };
}

std::vector<SettingKey> nsys_keys() {
  return {
      text("nsys.path", &S::nsys_path, "path", is_given, "The nsys that is run"),
      seconds("nsys.grace", &S::nsys_grace,
              "nsys has so long to finish its report after run.timeout, before it is killed"),
      text("nsys.trace", &S::nsys_trace, "list of words", is_word, "APIs that are traced (--trace)"),
      choice("nsys.sample", &S::nsys_sample, "none|process-tree|system-wide|cpu",
             "Sampling of the CPU (--sample); none is said to nsys, whose default it is not"),
      choice("nsys.cpuctxsw", &S::nsys_cpuctxsw, "none|process-tree|system-wide",
             "Record context switches (--cpuctxsw)"),
      choice("nsys.capture_range", &S::nsys_capture_range, "none|nvtx|cudaProfilerApi|hotkey",
             "What begins the capture (--capture-range); none: the start of the workload"),
      text("nsys.capture_range_end", &S::nsys_capture_range_end,
           "none|stop|stop-shutdown|repeat[:N]|repeat-shutdown:N", is_range_end,
           "What its end does (--capture-range-end); stop captures the first occurrence alone"),
      text("nsys.nvtx_capture", &S::nsys_nvtx_capture, "label", is_label_or_empty,
           "The range that nsys.capture_range=nvtx waits for, as llmprof writes labels: LLM@prefill"),
      flag("nsys.gating_nvtx", &S::nsys_gating_nvtx,
           "false: capture everything although nsys.capture_range is nvtx"),
      flag("nsys.registered_only", &S::nsys_registered_only,
           "Only registered NVTX strings begin a capture (NSYS_NVTX_PROFILER_REGISTER_ONLY)"),
      choice("nsys.cuda_graph_trace", &S::nsys_cuda_graph_trace, "node|graph",
             "Trace the kernels in CUDA graphs, or graphs as a whole (--cuda-graph-trace)"),
      text("nsys.extra", &S::nsys_extra, "list of arguments", is_given, "More arguments of nsys profile"),
  };
}

std::vector<SettingKey> ncu_keys() {
  return {
      text("ncu.path", &S::ncu_path, "path", is_given, "The ncu that is run"),
      seconds("ncu.timeout", &S::ncu_timeout, "The workload is ended after so long under ncu; 0: never"),
      text("ncu.set", &S::ncu_set, "word", is_word, "Section set (--set); none: no set"),
      text("ncu.sections", &S::ncu_sections, "list of section identifiers, or regex:PATTERN", is_identifier,
           "Sections beside the set (--section)"),
      text("ncu.metrics", &S::ncu_metrics, "list of metric names, or regex:PATTERN", is_metric,
           "Metrics beside the sections (--metrics)"),
      choice("ncu.replay_mode", &S::ncu_replay_mode, "kernel|application|range|app-range",
             "What is repeated for each pass (--replay-mode)"),
      choice("ncu.target_processes", &S::ncu_target_processes, "all|application-only",
             "Measure children too (--target-processes)"),
      choice("ncu.clock_control", &S::ncu_clock_control, "base|none|reset",
             "Clocks while a kernel is measured (--clock-control)"),
      choice("ncu.cache_control", &S::ncu_cache_control, "all|none",
             "Flush the caches before each pass (--cache-control)"),
      choice("ncu.kernel_name_base", &S::ncu_kernel_name_base, "demangled|function|mangled",
             "The form of names that ncu.kernel_name is compared with (--kernel-name-base)"),
      text("ncu.kernel_name", &S::ncu_kernel_name, "name, or regex:PATTERN", is_any,
           "Only these kernels (--kernel-name); empty: those that take the most time"),
      number("ncu.launch_skip", &S::ncu_launch_skip, 0, unlimited, "Launches of a kernel to pass first"),
      number("ncu.launch_count", &S::ncu_launch_count, 0, unlimited,
             "Launches to measure, or ranges in range replay; 0: as many as one occurrence of each range of "
             "ncu.nvtx_include has on the timeline, 5 where there is none"),
      flag("ncu.gating_nvtx", &S::ncu_gating_nvtx,
           "false: measure everywhere although ncu.nvtx_include or ncu.nvtx_exclude name ranges"),
      text("ncu.nvtx_include", &S::ncu_nvtx_include, "list of labels", is_label,
           "Measure only in these ranges, as llmprof writes labels: LLM@prefill"),
      text("ncu.nvtx_exclude", &S::ncu_nvtx_exclude, "list of labels", is_label,
           "Measure nothing in these ranges"),
      choice("ncu.graph_profiling", &S::ncu_graph_profiling, "node|graph",
             "Measure the kernels in CUDA graphs, or graphs as a whole (--graph-profiling)"),
      flag("ncu.force_overwrite", &S::ncu_force_overwrite, "Overwrite a report (--force-overwrite)"),
      text("ncu.extra", &S::ncu_extra, "list of arguments", is_given, "More arguments of ncu"),
  };
}

std::vector<SettingKey> all_keys() {
  std::vector<SettingKey> all;
  for (auto const& keys : {run_keys(), collector_keys(), nsys_keys(), ncu_keys()})
    all.insert(all.end(), keys.begin(), keys.end());
  return all;
}

/// Names that other tools and older files use.
constexpr std::array<std::pair<Name, Name>, 3> aliases{{{"artifacts.stage2_dir", "artifacts.dir"},
                                                        {"nsys.capture", "nsys.capture_range"},
                                                        {"ncu.nvtx.include", "ncu.nvtx_include"}}};

}  // namespace

std::vector<SettingKey> const& setting_keys() {
  static std::vector<SettingKey> const keys = all_keys();
  return keys;
}

std::string canonical_key(std::string_view name) {
  constexpr Name old_group = "ncu_cli";
  std::string key(name);
  if (name == old_group || name.starts_with("ncu_cli.")) key = "ncu" + key.substr(old_group.size());
  for (auto const& [alias, now] : aliases) {
    if (key == alias) return std::string(now);
  }
  return key;
}

SettingKey const* find_setting_key(std::string_view name) {
  auto const& keys = setting_keys();
  auto const found =
      std::find_if(keys.begin(), keys.end(), [&](SettingKey const& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

bool is_setting_group(std::string_view name) {
  std::string const begin = std::string(name) + '.';
  auto const& keys = setting_keys();
  return std::any_of(keys.begin(), keys.end(),
                     [&](SettingKey const& key) { return key.name.starts_with(begin); });
}

std::string unknown_setting(std::string_view name) {
  std::vector<Name> names;
  for (SettingKey const& key : setting_keys()) names.push_back(key.name);
  auto const like = nearest(name, names);
  return "unknown setting '" + std::string(name.substr(0, 80)) + "'" +
         (like ? "; did you mean '" + std::string(*like) + "'?"
               : std::string("; docs/configuration.md has the list"));
}

}  // namespace llmprof::inline v0
