// SPDX-License-Identifier: MIT
#include "llmprof/command/ncu_lists.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>

#include "libllmprof/command/arguments.hpp"
#include "libllmprof/command/ncu_text_table.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view regex_prefix = "regex:";

/// Begins of metrics that are not read from hardware counters: "Metrics Reference" in the documentation of
/// 2024.1.1 describes them as not available through --query-metrics.
constexpr std::array<std::string_view, 16> not_queried{
    "regex:",   "group:",     "breakdown:",   "pmsampling:",        "launch__",     "sass__",
    "device__", "derived__",  "memory_",      "inst_executed",      "thread_inst_", "numa__",
    "nvlink__", "profiler__", "smsp__pcsamp", "smsp__branch_target"};

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    auto const end = std::min(text.find(','), text.size());
    std::string_view const part = trimmed(text.substr(0, end));
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  char const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end && !text.empty() ? std::optional(value) : std::nullopt;
}

std::string at(NcuRow const& row, std::size_t i) { return i < row.cells.size() ? row.cells[i] : ""; }

bool is_section(std::string const& wanted, std::vector<NcuSection> const& known) {
  bool const is_expression = wanted.starts_with(regex_prefix);
  if (!is_expression) {
    return std::any_of(known.begin(), known.end(), [&](auto const& s) { return s.identifier == wanted; });
  }
  try {
    std::regex const expression(wanted.substr(regex_prefix.size()));
    return std::any_of(known.begin(), known.end(),
                       [&](auto const& s) { return std::regex_search(s.identifier, expression); });
  } catch (std::regex_error const&) {
    refuse("ncu", "--section", "'" + wanted + "' is no regular expression");
  }
}

/// `known` is sorted. `dram__bytes_read.sum.per_second` is there if a part of it up to a point is.
bool is_metric(std::string_view wanted, std::vector<std::string> const& known) {
  bool const is_provided = std::any_of(not_queried.begin(), not_queried.end(),
                                       [&](std::string_view begin) { return wanted.starts_with(begin); });
  if (is_provided) return true;
  for (auto end = wanted.size(); end != std::string_view::npos && end != 0;
       end = wanted.rfind('.', end - 1)) {
    if (std::binary_search(known.begin(), known.end(), wanted.substr(0, end))) return true;
  }
  return false;
}

/// @param what  `section` or `metric`.
template <class IsThere>
Available keep(std::vector<std::string> const& wanted, std::string const& what, bool is_list_empty,
               IsThere is_there) {
  Available available;
  if (wanted.empty()) return available;
  std::string const option = what == "metric" ? "--metrics" : "--section";
  if (is_list_empty) refuse("ncu", option, "the list of what there is could not be read: it is empty");
  for (std::string const& name : wanted) {
    if (is_there(name)) {
      available.names.push_back(name);
    } else {
      available.diagnostics.push_back(
          {Severity::warning,
           "ncu has no " + what + " '" + one_line(name) + "' here; it is left out",
           {},
           {}});
    }
  }
  if (available.names.empty()) {
    refuse("ncu", option, "nothing is left to measure, ncu has none of: " + joined(wanted, ", "));
  }
  return available;
}

}  // namespace

ToolCommand ncu_list_command(NcuList list, std::vector<std::string> const& chips, std::string const& tool) {
  ToolCommand command;
  command.argv = {tool};
  switch (list) {
    case NcuList::sections: command.argv.emplace_back("--list-sections"); break;
    case NcuList::sets: command.argv.emplace_back("--list-sets"); break;
    case NcuList::metrics: command.argv.emplace_back("--query-metrics"); break;
  }
  if (chips.empty()) return command;
  if (list != NcuList::metrics)
    refuse("ncu", "--chips", "chips have metrics; sections and sets are the same for all");
  for (std::string const& chip : chips) check_list_value("ncu", "--chips", chip);
  append(command.argv, std::vector<std::string>{"--chips", joined(chips, ",")});
  return command;
}

std::vector<NcuSection> read_ncu_sections(std::string_view output) {
  std::vector<NcuSection> sections;
  for (NcuRow const& row : read_ncu_text_table(output, "Identifier")) {
    sections.push_back({row.name, at(row, 1), at(row, 2) == "yes"});
  }
  return sections;
}

std::vector<NcuSet> read_ncu_sets(std::string_view output) {
  std::vector<NcuSet> sets;
  for (NcuRow const& row : read_ncu_text_table(output, "Identifier")) {
    sets.push_back({row.name, split_list(at(row, 1)), at(row, 2) == "yes", number(at(row, 3))});
  }
  return sets;
}

std::vector<std::string> read_ncu_metrics(std::string_view output) {
  std::vector<std::string> names;
  for (NcuRow const& row : read_ncu_text_table(output, "Metric Name")) names.push_back(row.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Available available_sections(std::vector<std::string> const& wanted, std::vector<NcuSection> const& known) {
  return keep(wanted, "section", known.empty(),
              [&](std::string const& name) { return is_section(name, known); });
}

Available available_metrics(std::vector<std::string> const& wanted, std::vector<std::string> const& known) {
  std::vector<std::string> sorted = known;
  std::sort(sorted.begin(), sorted.end());
  return keep(wanted, "metric", known.empty(),
              [&](std::string const& name) { return is_metric(name, sorted); });
}

}  // namespace llmprof::inline v0
