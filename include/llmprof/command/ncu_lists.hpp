// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/command/tool_command.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What ncu can list of itself. `metrics` are those that the hardware has (`--query-metrics`); it does not
/// mean `--list-metrics`, which lists the metrics of the sections that are switched on.
enum class NcuList : std::uint8_t { sections, sets, metrics };

/// The command that lists it.
///
/// @param chips  Of metrics: as `gh100`; empty: of the devices of this machine.
[[nodiscard]] ToolCommand ncu_list_command(NcuList list, std::vector<std::string> const& chips = {},
                                           std::string const& tool = "ncu");

struct NcuSection {
  std::string identifier;
  std::string name;      ///< For people.
  bool enabled = false;  ///< Measured when nothing else is asked for.

  friend bool operator==(NcuSection const&, NcuSection const&) = default;
};

struct NcuSet {
  std::string identifier;
  std::vector<std::string> sections;
  bool enabled = false;
  std::optional<std::uint64_t> metrics;  ///< About how many are measured.

  friend bool operator==(NcuSet const&, NcuSet const&) = default;
};

/// Each reads what ncu printed, in its order.
///
/// @throws ParseError if there is no such table in it; what() has the error that ncu printed instead.
[[nodiscard]] std::vector<NcuSection> read_ncu_sections(std::string_view output);
[[nodiscard]] std::vector<NcuSet> read_ncu_sets(std::string_view output);
/// Names without suffix (`dram__bytes_read`), of all devices or chips together, each once, sorted.
[[nodiscard]] std::vector<std::string> read_ncu_metrics(std::string_view output);

/// What is left of what was wanted.
struct Available {
  std::vector<std::string> names;
  Diagnostics diagnostics;  ///< A warning that names each thing that was left out.

  friend bool operator==(Available const&, Available const&) = default;
};

/// Leaves out sections that ncu does not have: with one of them it measures nothing at all. `regex:` is kept
/// if it matches one.
///
/// @throws InvalidArgument if something is wanted and nothing is left, or the list is empty.
[[nodiscard]] Available available_sections(std::vector<std::string> const& wanted,
                                           std::vector<NcuSection> const& known);

/// Leaves out metrics that the hardware does not have.
///
/// What the query does not list is kept: names with `regex:`, `group:` or `breakdown:` in front, and those
/// that ncu itself provides (`launch__`, `sass__`, `device__`, ...).
/// @throws InvalidArgument if something is wanted and nothing is left, or the list is empty.
[[nodiscard]] Available available_metrics(std::vector<std::string> const& wanted,
                                          std::vector<std::string> const& known);

}  // namespace v0
}  // namespace llmprof
