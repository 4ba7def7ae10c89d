// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "libllmprof/parse/csv_line.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;

/// A report, and columns that it has and those above it in the list have not.
struct KnownReport {
  std::string_view name;
  std::array<std::string_view, 4> columns;
};

constexpr std::array known_reports{
    KnownReport{"nvtx_gpu_proj_trace", {"Projected Start"}},
    KnownReport{"nvtx_gpu_proj_sum", {"Total Proj Time"}},
    KnownReport{"nvtx_kern_sum", {"NVTX Range", "Kern Inst"}},
    KnownReport{"nvtx_pushpop_trace", {"RangeStack"}},
    KnownReport{"nvtx_startend_trace", {"Start", "Duration", "RangeId"}},
    KnownReport{"nvtx_sum", {"Total Time", "Style", "Range"}},
    KnownReport{"nvtx_pushpop_sum", {"Total Time", "Instances", "Range"}},
    KnownReport{"cuda_kern_exec_trace", {"API Start", "Kernel Start"}},
    KnownReport{"cuda_kern_exec_sum", {"API Name", "Kernel Name"}},
    KnownReport{"cuda_gpu_trace", {"Start", "Duration", "CorrId", "GrdX"}},
    KnownReport{"cuda_api_trace", {"Start", "Duration", "Name"}},
    KnownReport{"cuda_gpu_sum", {"Total Time", "Category", "Operation"}},
    KnownReport{"cuda_gpu_mem_time_sum", {"Total Time", "Operation"}},
    KnownReport{"cuda_gpu_mem_size_sum", {"Total", "Count", "Operation"}},
    KnownReport{"cuda_api_sum", {"Total Time", "Num Calls", "Name"}},
    KnownReport{"openmp_sum", {"Total Time", "Count", "Name"}},
    // One of the columns may be missing: then that is what the message is about.
    KnownReport{kernel_report, {"Total Time", "Name"}},
    KnownReport{kernel_report, {"Time", "Instances", "Name"}},
};

constexpr std::array<std::pair<std::string_view, double>, 12> units_of_time{{
    {"", 1},
    {"ns", 1},
    {"nsec", 1},
    {"us", 1e3},
    {"usec", 1e3},
    {"\xC2\xB5s", 1e3},
    {"ms", 1e6},
    {"msec", 1e6},
    {"s", 1e9},
    {"sec", 1e9},
    {"nsecond", 1},
    {"second", 1e9},
}};

constexpr std::array<std::string_view, 9> messages{
    "Processing [", "Generating ", "SKIPPED:", "NOTICE:", "WARNING:", "ERROR:", "Exporting ", "Using ", "** ",
};

}  // namespace

NsysTitle read_nsys_title(std::string_view title) {
  title = trimmed(title);
  auto const open = title.rfind('(');
  if (open == npos || !title.ends_with(')')) return {title, ""};
  return {trimmed(title.substr(0, open)), title.substr(open + 1, title.size() - open - 2)};
}

std::optional<double> ns_per(NsysTitle const& title) {
  for (auto const& [unit, factor] : units_of_time) {
    if (unit == title.unit) return factor;
  }
  return std::nullopt;
}

std::string_view find_nsys_report(std::vector<std::string_view> const& header) {
  auto const is_there = [&](std::string_view column) {
    return column.empty() || std::any_of(header.begin(), header.end(), [&](std::string_view title) {
             return read_nsys_title(title).name == column;
           });
  };
  for (KnownReport const& report : known_reports) {
    if (std::all_of(report.columns.begin(), report.columns.end(), is_there)) return report.name;
  }
  return {};
}

std::string_view find_nsys_report(std::string_view line) {
  // Every header has one of these words; rows and messages are not taken apart for nothing.
  constexpr std::array<std::string_view, 4> words{"Name", "Range", "Operation", "Proj"};
  auto const is_there = [&](std::string_view word) { return line.find(word) != npos; };
  if (std::none_of(words.begin(), words.end(), is_there)) return {};
  CsvLine const header(line);
  return header.cells().size() < 3 ? std::string_view() : find_nsys_report(header.cells());
}

bool is_nsys_text_rule(std::string_view line) {
  if (line.find_first_not_of("- \r") != npos) return false;
  return std::count(line.begin(), line.end(), '-') >= 12 && trimmed(line).find(' ') != npos;
}

bool is_nsys_message(std::string_view line) {
  line = trimmed(line);
  return std::any_of(messages.begin(), messages.end(),
                     [&](std::string_view message) { return line.starts_with(message); });
}

}  // namespace llmprof::inline v0
