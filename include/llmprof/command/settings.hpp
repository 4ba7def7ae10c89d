// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/artifacts/provenance.hpp"
#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Light: a trace. Deep: a trace, and then hardware counters of the kernels with the most time.
enum class RunMode : std::uint8_t { light, deep };

enum class CollectorChoice : std::uint8_t { automatic, cupti, nsys };

/// How a program is profiled. Each member is a setting: `nsys_trace` is `nsys.trace` in files and on the
/// command line. describe_settings tells what each means; docs/configuration.md has the same table.
///
/// An empty text or list is "not given": the option is then left out of the tool's command line. A time of 0
/// is "no such limit".
struct Settings {
  RunMode run_mode = RunMode::light;
  CollectorChoice run_collector = CollectorChoice::automatic;
  std::uint64_t run_top_n_kernels = 10;
  double run_coverage = 80;  ///< Percent.
  std::chrono::milliseconds run_timeout{};
  bool run_ab = false;
  std::vector<std::string> run_device;
  std::string run_model;
  std::string run_phase_rules;
  std::string run_kernel_rules;
  std::string run_ceilings;
  std::string run_inputs;

  std::string artifacts_dir = default_out;

  std::string collector_graphs = "nodes";
  std::uint64_t collector_max_size = std::uint64_t{8} << 30U;  ///< Bytes.
  std::chrono::milliseconds collector_linger{2000};
  std::string collector_capture;
  std::uint64_t collector_skip = 0;
  std::uint64_t collector_count = 0;
  std::chrono::milliseconds collector_delay{};
  std::chrono::milliseconds collector_duration{};

  std::string nsys_path = "nsys";
  std::chrono::milliseconds nsys_grace{120'000};
  std::vector<std::string> nsys_trace{"cuda", "nvtx"};
  std::string nsys_sample = "none";
  std::string nsys_cpuctxsw = "none";
  std::string nsys_capture_range = "none";
  std::string nsys_capture_range_end = "stop";
  std::string nsys_nvtx_capture;  ///< A label.
  bool nsys_gating_nvtx = true;
  bool nsys_registered_only = false;
  std::string nsys_cuda_graph_trace = "node";
  std::vector<std::string> nsys_extra;

  std::string ncu_path = "ncu";
  std::chrono::milliseconds ncu_timeout{};
  std::string ncu_set = "roofline";
  std::vector<std::string> ncu_sections{"SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy",
                                        "SchedulerStats"};
  std::vector<std::string> ncu_metrics{
      "gpu__time_duration.sum", "sm__throughput.avg.pct_of_peak_sustained_elapsed",
      "dram__throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum", "dram__bytes_write.sum"};
  std::string ncu_replay_mode = "kernel";
  std::string ncu_target_processes = "all";
  std::string ncu_clock_control = "base";
  std::string ncu_cache_control = "all";
  std::string ncu_kernel_name_base = "demangled";
  std::string ncu_kernel_name;
  std::uint64_t ncu_launch_skip = 0;
  std::uint64_t ncu_launch_count = 0;
  bool ncu_gating_nvtx = true;
  std::vector<std::string> ncu_nvtx_include;  ///< Labels.
  std::vector<std::string> ncu_nvtx_exclude;  ///< Labels.
  std::string ncu_graph_profiling = "node";
  bool ncu_force_overwrite = true;
  std::vector<std::string> ncu_extra;

  friend bool operator==(Settings const&, Settings const&) = default;
};

/// What people may write for one setting.
struct SettingDescription {
  std::string key;       ///< `run.mode`
  std::string allowed;   ///< `light|deep`, `whole number from 1 to 1000`, ...
  std::string fallback;  ///< The built-in default as written; empty if there is none.
  std::string what;
};

/// All settings, in the order of struct Settings.
[[nodiscard]] std::vector<SettingDescription> describe_settings();

/// Changes settings as a YAML file says; later layers go over earlier ones. Keys nest or have points
/// (`nsys.trace`). Nothing is changed if it throws.
///
/// Anchors, aliases, more than 1 MiB and more than four levels are refused.
/// @param source Used in messages only.
/// @throws ParseError with the line, for bad YAML, unknown keys, keys that come twice, values of the wrong
/// type, and values that were masked (`***`) when they were written.
void apply_yaml(Settings& settings, std::string_view yaml, std::string const& source);

/// apply_yaml for a file. @throws IoError too.
void apply_file(Settings& settings, std::filesystem::path const& path);

/// Changes one setting, as `--set run.mode=deep` does. A list is written `cuda,nvtx`, or `[a, 'b,c']`.
/// @throws InvalidArgument
void apply_assignment(Settings& settings, std::string_view assignment);

/// Changes one setting. @param given_as What messages call it, for example `--mode`; empty: the key.
/// @throws InvalidArgument
void apply_value(Settings& settings, std::string_view key, std::string_view value,
                 std::string_view given_as = {});

/// Settings that contradict each other. @throws InvalidArgument
void validate(Settings const& settings);

/// Every setting with its value, for config.yaml: apply_yaml of that text gives the same settings, but for
/// values that are masked.
[[nodiscard]] Config to_config(Settings const& settings);

}  // namespace v0
}  // namespace llmprof
