// SPDX-License-Identifier: MIT
// Reports of nsys about NVTX ranges.
#include <algorithm>
#include <cmath>
#include <utility>

#include "libllmprof/parse/nsys_kernel_columns.hpp"
#include "libllmprof/parse/nsys_range_name.hpp"
#include "libllmprof/parse/nsys_table.hpp"
#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// True for a row of GPU work outside any range: it has neither a name nor a style.
bool is_outside(NsysRow const& row, NsysColumn const& name, NsysColumn const& style) {
  return style.exists() && row.text(name).empty() && row.text(style).empty();
}

/// A row per name of ranges, or per range: then each row is one instance.
class RangeTable final : public NsysTable {
 public:
  RangeTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    bool const is_trace = header().report.ends_with("_trace");
    name_ = is_trace ? require({"Name"}, "Name") : require({"Range"}, "Range");
    style_ = find({"Style"});
    if (!is_trace) instances_ = require({"Instances", "Range Instances"}, "Instances");
    if (header().report.starts_with("nvtx_gpu_proj")) {
      wall_ = find({"Total Range Time", "Orig Duration"});
      span_ = require({"Total Proj Time", "Projected Duration"}, "Total Proj Time (ns)");
    } else {
      wall_ = require({"Total Time", "Duration"}, "Total Time (ns)");
    }
  }

  [[nodiscard]] bool empty() const override { return table_.ranges.empty(); }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    if (is_outside(row, name_, style_)) return std::nullopt;
    RangeRecord record;
    record.instances = instances_.exists() ? row.count(instances_, 1) : 1;
    record.wall_ns = row.whole_ns(wall_);
    record.span_ns = row.whole_ns(span_);
    if (auto fault = row.fault()) return fault;
    record.label = label_of_nsys_range(name(row, name_, line));
    table_.ranges.push_back(std::move(record));
    return std::nullopt;
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override {
    return {&instances_, &wall_, &span_};
  }

  void move_to(StatsTables& tables) override {
    if (header().report.starts_with("nvtx_gpu_proj")) {
      note(tables, Severity::note,
           "ranges without GPU work are not in the report " + header().report +
               "; nvtx_sum has the instances and the wall time of all");
    }
    table_.report = header().report;
    tables.ranges.push_back(std::move(table_));
  }

  NsysColumn name_, style_, instances_, wall_, span_;
  RangeSummary table_;
};

/// nvtx_kern_sum: a row per range name, thread and kernel.
class RangeKernelTable final : public NsysTable {
 public:
  RangeKernelTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    range_ = require({"NVTX Range"}, "NVTX Range");
    style_ = find({"Style"});
    name_ = require({"Kernel Name"}, "Kernel Name");
    figures_ = {.calls = require({"Kern Inst"}, "Kern Inst"),
                .total = require({"Total Time"}, "Total Time (ns)"),
                .mean = find({"Avg"}),
                .median = find({"Med"}),
                .min = find({"Min"}),
                .max = find({"Max"}),
                .stddev = find({"StdDev"})};
  }

  [[nodiscard]] bool empty() const override { return table_.kernels.empty(); }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    KernelRecord record = figures_.read(row);
    if (auto fault = row.fault()) return fault;
    if (is_outside(row, range_, style_)) {
      add_outside(record);
      return std::nullopt;
    }
    record.name = name(row, name_, line);
    if (counts_twice(record, row)) {
      twice_.add(line, row.text(range_));
      forget_times(record);
    }
    std::string const range = name(row, range_, line);
    table_.kernels.push_back({label_of_nsys_range(range), std::move(record)});
    return std::nullopt;
  }

  /// Where ranges of one name are nested, nsys adds the time of a kernel once for each, but counts it once:
  /// the total is more than mean times calls.
  [[nodiscard]] bool counts_twice(KernelRecord const& record, NsysRow const& row) const {
    if (!record.total_ns || !record.mean_ns) return false;
    auto const calls = static_cast<double>(record.calls);
    double const excess = static_cast<double>(*record.total_ns) - *record.mean_ns * calls;
    double const rounding = row.rounding(figures_.mean) * calls + row.rounding(figures_.total);
    return excess > std::max(*record.mean_ns * 0.5, rounding);
  }

  static void forget_times(KernelRecord& record) {
    record.total_ns.reset();
    record.mean_ns.reset();
    record.median_ns.reset();
    record.stddev_ns.reset();
  }

  void add_outside(KernelRecord const& record) {
    add_checked(outside_.calls, record.calls);
    add_known(outside_.total_ns, record.total_ns);
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override {
    return {&figures_.calls, &figures_.total};
  }

  void move_to(StatsTables& tables) override {
    if (outside_.calls > 0) {
      note(tables, Severity::note,
           std::to_string(outside_.calls) + (outside_.calls == 1 ? " kernel" : " kernels") +
               (outside_.total_ns ? " (" + std::to_string(*outside_.total_ns) + " ns)" : "") +
               " of the report " + header().report +
               " in no range that nsys ties to them: it leaves out start/end ranges of other threads, "
               "and kernels without a launch record");
    }
    if (twice_.count > 0) {
      tables.diagnostics.push_back(
          {Severity::warning,
           counted(twice_, "row") + " of the report " + header().report + " (the first: " + twice_.text +
               ") add the time of a kernel once for each of the ranges of one name around it, so these times "
               "are unknown",
           header().source, twice_.line});
    }
    table_.report = header().report;
    tables.range_kernels.push_back(std::move(table_));
  }

  NsysColumn range_, style_, name_;
  NsysKernelColumns figures_;
  RangeKernelSummary table_;
  KernelRecord outside_{.name = {}, .device = {}, .calls = 0, .total_ns = 0};
  Sighting twice_;
};

}  // namespace

std::unique_ptr<NsysTable> make_nsys_range_table(NsysHeader header, char decimal_mark) {
  return std::make_unique<RangeTable>(std::move(header), decimal_mark);
}

std::unique_ptr<NsysTable> make_nsys_range_kernel_table(NsysHeader header, char decimal_mark) {
  return std::make_unique<RangeKernelTable>(std::move(header), decimal_mark);
}

}  // namespace llmprof::inline v0
