// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/command/tool_command.hpp"
#include "llmprof/command/tool_version.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/label.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The nsys whose options are known best; what a newer one calls otherwise is not known here.
inline constexpr ToolVersion known_nsys{2023, 4, 4};

/// Of CPU sampling and of tracing context switches.
enum class NsysScope : std::uint8_t { none, process_tree, system_wide };
/// What starts recording; `none`: it records from the start.
enum class NsysTrigger : std::uint8_t { none, nvtx, cuda_profiler_api };
/// What happens when the range that started recording ends. `stop_shutdown` and `repeat_shutdown` end the
/// workload, too, as NsysKill says; nsys does that by default.
enum class NsysRangeEnd : std::uint8_t { none, stop, stop_shutdown, repeat, repeat_shutdown };
/// What is recorded of CUDA graphs: each kernel in them, or each launch of a graph alone.
enum class NsysGraphs : std::uint8_t { node, graph };
/// Signal to the workload when nsys ends the session before the workload ended.
enum class NsysKill : std::uint8_t { none, sigterm, sigkill };
/// What nsys waits for: the workload, or also what it left running.
enum class NsysWait : std::uint8_t { primary, all };

/// Which part of the run nsys records. By default all of it.
struct NsysCapture {
  NsysTrigger trigger = NsysTrigger::none;
  std::optional<Label> range;  ///< Needed for NsysTrigger::nvtx: nsys takes one range only.
  bool any_domain = false;     ///< A range of this name in any domain triggers; the label has no domain then.
  NsysRangeEnd end = NsysRangeEnd::stop;
  std::optional<std::uint64_t> repeat;  ///< Most captures of `repeat`; needed for `repeat_shutdown`.

  friend bool operator==(NsysCapture const&, NsysCapture const&) = default;
};

/// `nsys profile`. What is absent is no flag: the tool's own default holds.
struct NsysCommand {
  std::vector<std::string> workload;  ///< The program and its arguments.
  std::string tool = "nsys";
  ToolVersion version = known_nsys;
  std::vector<std::string> trace{"cuda", "nvtx"};
  std::optional<NsysScope> sample = NsysScope::none;
  std::optional<NsysScope> context_switches = NsysScope::none;
  NsysCapture capture;
  std::vector<std::string> include_domains;  ///< NVTX domains to record; empty name: the default domain.
  std::vector<std::string> exclude_domains;  ///< Not together with include_domains.
  std::optional<NsysGraphs> graphs = NsysGraphs::node;
  bool trace_fork_before_exec = false;
  /// Ranges whose name is no registered string start a capture, too: those of Python programs are none.
  bool unregistered_names = true;
  std::optional<std::chrono::milliseconds> delay;
  std::optional<std::chrono::milliseconds> duration;
  std::optional<NsysKill> kill;
  std::optional<NsysWait> wait;
  bool overwrite = false;
  std::string output;              ///< Without extension; nsys replaces %h, %p, %n, %q{NAME} in it.
  std::vector<std::string> extra;  ///< Options that are not modelled here, placed before the workload.

  friend bool operator==(NsysCommand const&, NsysCommand const&) = default;
};

/// @throws InvalidArgument if a value makes no sense, or contradicts another.
[[nodiscard]] ToolCommand make_command(NsysCommand const& command);

/// What `--nvtx-capture` takes for this label: `prefill@LLM`; `@` and `\` in names are escaped.
///
/// nsys does not find a name with `@` or `\` in the default domain unless it may look in every domain: such
/// a label gives `name@*`.
/// @throws InvalidArgument if nsys has no way to write it: an empty name, a `\` at an end, the domain `*`.
[[nodiscard]] std::string nsys_capture_text(Label const& label);

/// The file that `nsys profile` writes: `.nsys-rep`, `.qdrep` before 2021.4; capture N of several is
/// `run.N.nsys-rep`. Patterns in the output's name stay.
[[nodiscard]] std::string nsys_report_file(std::string_view output, ToolVersion const& version,
                                           std::optional<std::uint64_t> capture = std::nullopt);

enum class NsysTable : std::uint8_t { csv, tsv, json, column, table };

/// `nsys stats`: tables of a report.
struct NsysStatsCommand {
  std::string input;  ///< A report, or its SQLite export.
  std::string tool = "nsys";
  ToolVersion version = known_nsys;
  /// By today's names, also for versions that called them otherwise; `:base` and `:mangled` may follow.
  std::vector<std::string> reports{"cuda_gpu_kern_sum"};
  NsysTable format = NsysTable::csv;
  bool force_export = true;  ///< An SQLite file beside the report may be that of an earlier run.
  bool overwrite = false;
  /// `run` gives `run_cuda_gpu_kern_sum.csv`; `.` takes the input's name; `-`, and empty: standard output.
  std::string output;
  std::vector<std::string> extra;

  friend bool operator==(NsysStatsCommand const&, NsysStatsCommand const&) = default;
};

/// @throws InvalidArgument if there is no input or report, or a value makes no sense.
[[nodiscard]] ToolCommand make_command(NsysStatsCommand const& command);

/// `nsys export` to SQLite.
struct NsysExportCommand {
  std::string report;
  std::string output;  ///< Empty: beside the report.
  std::string tool = "nsys";
  bool overwrite = false;
  std::vector<std::string> extra;

  friend bool operator==(NsysExportCommand const&, NsysExportCommand const&) = default;
};

/// @throws InvalidArgument if there is no report.
[[nodiscard]] ToolCommand make_command(NsysExportCommand const& command);

}  // namespace v0
}  // namespace llmprof
