// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "libllmprof/model/nsys_report_names.hpp"
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
    KnownReport{"vulkan_api_trace", {"Start", "Duration", "Name", "Event Class"}},
    KnownReport{"mpi_event_trace", {"Start", "Duration", "Event", "PeerRank"}},
    KnownReport{"network_congestion", {"Start", "Duration", "GUID", "Device name"}},
    KnownReport{"cuda_api_trace", {"Start", "Duration", "Name"}},
    KnownReport{"cuda_gpu_sum", {"Total Time", "Category", "Operation"}},
    KnownReport{"cuda_gpu_mem_time_sum", {"Total Time", "Operation"}},
    KnownReport{"cuda_gpu_mem_size_sum", {"Total", "Operation"}},
    KnownReport{"nvvideo_api_sum", {"Total Time", "Num Calls", "Event Type", "Name"}},
    KnownReport{"cuda_api_sum", {"Total Time", "Num Calls", "Name"}},
    KnownReport{"openmp_sum", {"Total Time", "Count", "Name"}},
    KnownReport{"wddm_queue_sum", {"Utilization", "Q Name", "Name"}},
    KnownReport{"um_sum", {"Virtual Address", "CPU Page Faults"}},
    KnownReport{"um_total_sum", {"Total HtoD Migration Size"}},
    KnownReport{"um_cpu_page_faults_sum", {"CPU Page Faults", "CPU Instruction Address"}},
    KnownReport{"cuda_gpu_kern_gb_sum", {"Total Time", "GridXYZ", "Name"}},
    // One of the columns may be missing: then that is what the message is about.
    KnownReport{kernel_report, {"Total Time", "Name"}},
    KnownReport{kernel_report, {"Time", "Instances", "Name"}},
};

/// Reports with the same columns, the one that known_reports names first: what nsys announced tells them
/// apart.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> look_alikes{{
    {"nvtx_pushpop_sum", "nvtx_startend_sum"},
    {"nvtx_pushpop_sum", "dx11_pix_sum"},
    {"nvtx_pushpop_sum", "dx12_gpu_marker_sum"},
    {"nvtx_pushpop_sum", "dx12_pix_sum"},
    {"nvtx_pushpop_sum", "opengl_khr_gpu_range_sum"},
    {"nvtx_pushpop_sum", "opengl_khr_range_sum"},
    {"nvtx_pushpop_sum", "vulkan_gpu_marker_sum"},
    {"nvtx_pushpop_sum", "vulkan_marker_sum"},
    {"cuda_api_sum", "osrt_sum"},
    {"cuda_api_sum", "openacc_sum"},
    {"cuda_api_sum", "vulkan_api_sum"},
    {"cuda_api_sum", "nvvideo_api_sum"},
    {"cuda_gpu_sum", "cuda_api_gpu_sum"},
}};

constexpr std::array<std::pair<std::string_view, NsysReportUse>, 14> uses{{
    {kernel_report, NsysReportUse::kernels},
    {"cuda_gpu_kern_gb_sum", NsysReportUse::kernels},
    {"cuda_gpu_sum", NsysReportUse::kernels},
    {"cuda_api_gpu_sum", NsysReportUse::kernels},
    {"cuda_kern_exec_sum", NsysReportUse::kernels},
    {"cuda_gpu_trace", NsysReportUse::launches},
    {"cuda_kern_exec_trace", NsysReportUse::launches},
    {"nvtx_sum", NsysReportUse::ranges},
    {"nvtx_pushpop_sum", NsysReportUse::ranges},
    {"nvtx_startend_sum", NsysReportUse::ranges},
    {"nvtx_pushpop_trace", NsysReportUse::ranges},
    {"nvtx_gpu_proj_sum", NsysReportUse::ranges},
    {"nvtx_gpu_proj_trace", NsysReportUse::ranges},
    {"nvtx_kern_sum", NsysReportUse::range_kernels},
}};

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

constexpr std::array<std::string_view, 12> messages{
    "Processing [", "Generating ", "SKIPPED:", "NOTICE:",    "WARNING:",  "ERROR:",
    "Exporting ",   "Using ",      "** ",      "Executing ", "Running [", "Report was successfully run",
};

bool is_name_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// The name as it is spelt today; empty if the text is no name of a report.
std::string todays_name(std::string_view name) {
  name = name.substr(0, name.find(':'));  // arguments: `cuda_gpu_kern_sum:base`
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_name_character)) return {};
  return std::string(todays_nsys_report_name(name));
}

/// What stands between two marks; empty if they are not there.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  auto const from = text.rfind(begin);
  if (from == npos) return {};
  text.remove_prefix(from + begin.size());
  auto const to = text.find(end);
  return to == npos ? std::string_view() : text.substr(0, to);
}

/// Without the progress that `nsys profile --stats` prints: `[5/8] `.
std::string_view without_progress(std::string_view line) {
  line = trimmed(line);
  auto const close = line.find("] ");
  bool const is_progress = line.starts_with('[') && close != npos &&
                           line.substr(1, close - 1).find_first_not_of("0123456789/") == npos;
  return is_progress ? trimmed(line.substr(close + 1)) : line;
}

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

}  // namespace

NsysReportUse use_of_nsys_report(std::string_view report) {
  for (auto const& [name, use] : uses) {
    if (name == report) return use;
  }
  return NsysReportUse::none;
}

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

std::string_view find_nsys_report(NsysCells const& header) {
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
  if (!may_be_nsys_header(line)) return {};
  CsvLine const header(line);
  return header.cells().size() < 2 ? std::string_view() : find_nsys_report(header.cells());
}

bool may_be_nsys_header(std::string_view line) {
  // Most rows begin with a number: they are not searched.
  auto const first = line.find_first_not_of(" \t|\"");
  if (first == npos || line[first] < 'A' || line[first] > 'Z') return false;
  constexpr std::array<std::string_view, 7> words{"Name",  "Range",     "Operation", "Proj",
                                                  "Event", "Migration", "CPU Page"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return line.find(word) != npos; });
}

std::string announced_nsys_report(std::string_view line) {
  line = without_progress(line);
  if (line.starts_with("Processing [")) {
    return todays_name(file_name(between(line, "] with [", ".py")));
  }
  if (line.starts_with("Running [")) return todays_name(file_name(between(line, "[", ".py")));
  if (line.starts_with("Executing '")) return todays_name(between(line, "Executing '", "'"));
  if (line.starts_with("** ") && line.ends_with("):")) return todays_name(between(line, "(", ")"));
  return {};
}

std::string nsys_report_of_file(std::string_view path) {
  std::string_view stem = file_name(path);
  stem = stem.substr(0, stem.rfind('.'));
  auto const is_of = [&](std::string_view report) {
    return stem == report || (stem.ends_with(report) && stem[stem.size() - report.size() - 1] == '_');
  };
  std::string_view best;  // the longest: `..._api_gpu_sum` ends in the old `gpusum` of nothing, but be sure
  auto const offer = [&](std::string_view report, std::string_view name) {
    if (is_of(report) && name.size() > best.size()) best = name;
  };
  for (KnownReport const& report : known_reports) offer(report.name, report.name);
  for (auto const& [first, report] : look_alikes) offer(report, report);
  for (auto const& [old_name, new_name] : old_nsys_report_names) offer(old_name, new_name);
  return std::string(best);
}

std::string chosen_nsys_report(std::string_view by_columns, std::string const& announced,
                               std::string const& of_file) {
  std::string const& told = announced.empty() ? of_file : announced;
  for (auto const& [first, report] : look_alikes) {
    if (first == by_columns && report == told) return told;
  }
  // A report that is not known may have the columns of one that is: mpi_event_sum has those of kernels.
  bool const is_other = !announced.empty() && use_of_nsys_report(announced) == NsysReportUse::none;
  if (is_other && use_of_nsys_report(by_columns) != NsysReportUse::none) return announced;
  return std::string(by_columns);
}

bool is_nsys_text_rule(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.find_first_not_of("-+ ") != npos) return false;
  if (std::count(line.begin(), line.end(), '-') < 12) return false;
  bool const is_boxed = line.front() == '+' && line.back() == '+' && line.find(' ') == npos;
  return is_boxed || (line.find('+') == npos && line.find(' ') != npos);
}

bool is_nsys_message(std::string_view line) {
  line = without_progress(line);
  return std::any_of(messages.begin(), messages.end(),
                     [&](std::string_view message) { return line.starts_with(message); });
}

}  // namespace llmprof::inline v0
