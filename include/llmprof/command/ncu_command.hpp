// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/command/ncu_range.hpp"
#include "llmprof/command/tool_command.hpp"
#include "llmprof/command/tool_version.hpp"
#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The ncu whose options are known best; what a newer one calls otherwise is not known here.
inline constexpr ToolVersion known_ncu{2024, 1, 1};

/// Which processes are measured.
enum class NcuProcesses : std::uint8_t { all, application_only };
/// What is run again until all counters are read: each kernel, the whole program, or each range.
enum class NcuReplay : std::uint8_t { kernel, application, range, app_range };
/// By what NcuReplay::application finds a kernel again: with the grid and block, with context and stream too.
enum class NcuMatch : std::uint8_t { name, grid, all };
/// Whether all kernels must be found again.
enum class NcuMatching : std::uint8_t { strict, relaxed };
/// Where NcuReplay::application keeps what it read.
enum class NcuBuffer : std::uint8_t { file, memory };
/// Whether each kernel of a CUDA graph is measured, or the graph as a whole.
enum class NcuGraphs : std::uint8_t { node, graph };
/// What a kernel's name is: without arguments and templates, whole, or as the linker sees it.
enum class NcuNames : std::uint8_t { function, demangled, mangled };
/// Clocks locked to their base while measuring, or left alone.
enum class NcuClocks : std::uint8_t { base, none };
/// Caches flushed before each pass, or left alone.
enum class NcuCaches : std::uint8_t { all, none };

/// Which launches ncu measures; it counts matching launches only.
struct NcuFilter {
  std::string kernel_name;  ///< Exact, or `regex:EXPRESSION`; see any_kernel_of. Empty: all.
  std::optional<NcuNames> name_base;
  std::string kernel_id;  ///< `context:stream:[regex:]name:invocation`, with parts left empty. Empty: all.
  std::optional<std::uint64_t> launch_skip;
  std::optional<std::uint64_t> launch_count;
  std::vector<std::uint32_t> devices;  ///< Empty: all.
  std::vector<NcuRange> include;       ///< Launches in any of them. Empty: all.
  std::vector<NcuRange> exclude;       ///< Not these, also if they are included.

  friend bool operator==(NcuFilter const&, NcuFilter const&) = default;
};

/// Options of NcuReplay::application alone.
struct NcuAppReplay {
  std::optional<NcuMatch> match;
  std::optional<NcuMatching> matching;
  std::optional<NcuBuffer> buffer;

  friend bool operator==(NcuAppReplay const&, NcuAppReplay const&) = default;
};

/// `ncu`, measuring. What is absent is no flag: the tool's own default holds.
struct NcuCommand {
  std::vector<std::string> workload;  ///< The program and its arguments.
  std::string tool = "ncu";
  ToolVersion version = known_ncu;
  std::optional<NcuProcesses> processes = NcuProcesses::all;  ///< ncu's own default before 2023.3 was one.
  std::string set;                    ///< Of sections, as `basic`, `full`, `roofline`.
  std::vector<std::string> sections;  ///< Identifiers, or `regex:EXPRESSION`.
  std::vector<std::string> metrics;   ///< Names, also with `regex:`, `group:`, `breakdown:` in front.
  NcuFilter filter;
  std::optional<NcuReplay> replay;
  NcuAppReplay app_replay;
  std::optional<NcuGraphs> graphs;
  std::optional<NcuClocks> clocks;
  std::optional<NcuCaches> caches;
  bool overwrite = false;
  std::string output;              ///< Without extension. Empty: tables on standard output, no report.
  std::vector<std::string> extra;  ///< Options that are not modelled here, placed before the workload.

  friend bool operator==(NcuCommand const&, NcuCommand const&) = default;
};

/// With `--nvtx` where ranges are filtered, and also with an output, so that the report has the ranges.
///
/// @throws InvalidArgument if a value makes no sense, contradicts another, or asks for a way to replay that
/// the version has not.
[[nodiscard]] ToolCommand make_command(NcuCommand const& command);

enum class NcuPage : std::uint8_t { details, raw, source, session };
enum class NcuUnits : std::uint8_t { automatic, base };

/// `ncu --import`: tables of a report. By default what llmprof reads best.
struct NcuImportCommand {
  std::string report;
  std::string tool = "ncu";
  ToolVersion version = known_ncu;
  NcuPage page = NcuPage::raw;
  bool csv = true;
  std::optional<NcuUnits> units = NcuUnits::base;
  std::optional<NcuNames> names;  ///< How kernels are called.
  std::vector<std::string> extra;

  friend bool operator==(NcuImportCommand const&, NcuImportCommand const&) = default;
};

/// @throws InvalidArgument if there is no report, or the version has no such page.
[[nodiscard]] ToolCommand make_command(NcuImportCommand const& command);

}  // namespace v0
}  // namespace llmprof
