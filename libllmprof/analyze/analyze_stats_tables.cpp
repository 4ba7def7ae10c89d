// SPDX-License-Identifier: MIT
// Profiles from the tables of one capture, without a timeline.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "libllmprof/analyze/kernel_statistics.hpp"
#include "libllmprof/analyze/name_table.hpp"
#include "libllmprof/model/kernel_records.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/analyze/analyze.hpp"
#include "llmprof/analyze/engine_label.hpp"

namespace llmprof::inline v0 {
namespace {

/// Where kernels are taken from, best first: launches give exact figures by device, summaries by API function
/// leave out kernels and have no totals, and what llmprof printed may be the kernels of one phase.
constexpr std::array<std::string_view, 8> kernel_reports{
    "cuda_gpu_trace",   "cuda_gpu_kern_sum",    "cuda_gpu_kern_gb_sum", "cuda_gpu_sum",
    "cuda_api_gpu_sum", "cuda_kern_exec_trace", "cuda_kern_exec_sum",   own_kernels_report};

/// Where instances and wall time of a label are taken from, best first. Reports with one number are of
/// different ranges, so both count.
constexpr std::array<std::pair<std::string_view, int>, 6> range_reports{{{"nvtx_sum", 0},
                                                                         {"nvtx_pushpop_sum", 1},
                                                                         {"nvtx_startend_sum", 1},
                                                                         {"nvtx_pushpop_trace", 2},
                                                                         {"nvtx_gpu_proj_sum", 3},
                                                                         {"nvtx_gpu_proj_trace", 4}}};

int rank_of(std::string_view report) {
  for (auto const& [name, rank] : range_reports) {
    if (name == report) return rank;
  }
  return static_cast<int>(range_reports.size());
}

/// A figure that is summed over the rows of the best report that has it.
template <class Number>
class BestSum {
 public:
  void add(int rank, std::optional<Number> const& value) {
    if (!value || rank > rank_) return;
    if (rank < rank_) sum_.reset();
    rank_ = rank;
    if (!sum_) sum_ = Number{0};
    add_checked(*sum_, *value);
  }

  [[nodiscard]] std::optional<Number> get() const noexcept { return sum_; }

 private:
  int rank_ = 1000;
  std::optional<Number> sum_;
};

/// What the tables say about one label.
struct TableRange {
  BestSum<std::uint64_t> instances;
  BestSum<std::int64_t> wall_ns;
  BestSum<std::int64_t> span_ns;
  KernelRecords kernels;
};

class TablesAnalysis {
 public:
  explicit TablesAnalysis(StatsTables const& tables) : tables_(tables), names_(profile_) {}

  Profile run() {
    profile_.source = tables_.source;
    if (!is_own()) profile_.tool = "Nsight Systems";
    profile_.diagnostics = tables_.diagnostics;
    profile_.outside = profile_.no_launch_record = profile_.total = {std::nullopt, std::nullopt};
    fill_kernels();
    collect_ranges();
    for (Label const& label : order_) profile_.phases.push_back(phase(label));
    if (!order_.empty()) say_what_is_unknown();
    return std::move(profile_);
  }

 private:
  /// There is nothing but what llmprof printed, which does not say what collected it.
  [[nodiscard]] bool is_own() const {
    return tables_.launches.empty() && tables_.ranges.empty() && tables_.range_kernels.empty() &&
           tables_.kernels.size() == 1 && tables_.kernels.front().report == own_kernels_report;
  }

  void fill_kernels() {
    std::string_view used;
    for (std::string_view const report : kernel_reports) {
      if (!has(report)) continue;
      if (used.empty()) {
        take_kernels(report);
        used = report;
      } else {
        note("kernels come from the report " + std::string(used) + ", not from " + std::string(report));
      }
    }
    if (!used.empty()) sum_up(profile_);
  }

  [[nodiscard]] bool has(std::string_view report) const {
    auto const is_it = [&](auto const& table) { return table.report == report; };
    return std::any_of(tables_.kernels.begin(), tables_.kernels.end(), is_it) ||
           std::any_of(tables_.launches.begin(), tables_.launches.end(), is_it);
  }

  void take_kernels(std::string_view report) {
    for (KernelSummary const& table : tables_.kernels) {
      if (table.report != report) continue;
      for (KernelRecord const& record : table.kernels) profile_.kernels.push_back(to_stats(names_, record));
    }
    for (LaunchTable const& table : tables_.launches) {
      if (table.report == report) take_launches(table);
    }
  }

  void take_launches(LaunchTable const& table) {
    auto const key = [](TimedLaunch const& launch) {
      return std::tuple(launch.kernel, launch.device, launch.duration_ns);
    };
    std::vector<TimedLaunch> launches = table.launches;
    std::sort(launches.begin(), launches.end(),
              [&](auto const& a, auto const& b) { return key(a) < key(b); });
    std::vector<std::int64_t> durations;
    for (auto next = launches.begin(); next != launches.end();) {
      TimedLaunch const first = *next;
      durations.clear();
      for (; next != launches.end() && next->kernel == first.kernel && next->device == first.device; ++next) {
        durations.push_back(next->duration_ns);
      }
      KernelStats stats = statistics(durations);
      stats.kernel = names_.kernel(table.kernel_names[first.kernel]);
      stats.device = names_.device(table.devices[first.device]);
      profile_.kernels.push_back(std::move(stats));
    }
  }

  void collect_ranges() {
    for (RangeSummary const& table : tables_.ranges) {
      int const rank = rank_of(table.report);
      for (RangeRecord const& record : table.ranges) {
        TableRange& range = range_of(record.label);
        range.instances.add(rank, record.instances);
        range.wall_ns.add(rank, record.wall_ns);
        range.span_ns.add(rank, record.span_ns);
      }
    }
    for (RangeKernelSummary const& table : tables_.range_kernels) {
      for (RangeKernel const& row : table.kernels) range_of(row.label).kernels.add(row.kernel);
    }
  }

  TableRange& range_of(Label const& label) {
    auto const [entry, is_new] = ranges_.try_emplace({label.domain, label.name});
    if (is_new) order_.push_back(label);
    return entry->second;
  }

  PhaseProfile phase(Label const& label) {
    TableRange& range = range_of(label);
    PhaseProfile phase;
    phase.path = {label};
    if (auto const step = read_engine_label(label.name, label.domain)) phase.step = step->kind;
    phase.processes.reset();
    phase.with_gpu_work.reset();
    phase.instances = range.instances.get();
    phase.wall_ns = range.wall_ns.get();
    phase.span_ns = range.span_ns.get();
    phase.exclusive_kernel_ns.reset();
    phase.gpu_busy_ns.reset();
    if (range.kernels.records().empty()) {
      phase.kernel_ns.reset();
      phase.calls.reset();
    }
    for (KernelRecord const& record : range.kernels.records()) {
      add_checked(phase.calls, record.calls);
      add_known(phase.kernel_ns, record.total_ns);
      phase.kernels.push_back(to_stats(names_, record));
    }
    sort_by_total(phase.kernels, profile_.kernel_names);
    return phase;
  }

  void say_what_is_unknown() {
    note(
        "from tables: how ranges are nested is unknown, so each name of ranges is one phase, and kernels "
        "count "
        "in every phase around them: phases must not be added up; exclusive and busy times, and what is "
        "outside "
        "any range, need the nsys SQLite export");
    if (tables_.range_kernels.empty()) {
      note(
          "no table tells which kernels the ranges launched: add that of `nsys stats --report "
          "nvtx_kern_sum`");
    }
  }

  void note(std::string text) {
    profile_.diagnostics.push_back({Severity::note, std::move(text), tables_.source, {}});
  }

  StatsTables const& tables_;
  Profile profile_;
  NameTable names_;
  std::map<std::pair<std::string, std::string>, TableRange> ranges_;  // by domain and name
  std::vector<Label> order_;                                          // as the tables have them
};

}  // namespace

Profile analyze(StatsTables const& tables) {
  return named(tables.source, [&] { return TablesAnalysis(tables).run(); });
}

}  // namespace llmprof::inline v0
