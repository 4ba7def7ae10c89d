// SPDX-License-Identifier: MIT
// Reports of nsys with a row per kernel.
#include <cmath>
#include <utility>

#include "libllmprof/model/kernel_records.hpp"
#include "libllmprof/parse/nsys_table.hpp"

namespace llmprof::inline v0 {
namespace {

/// cuda_gpu_kern_sum, its variant by grid and block, and cuda_gpu_sum, where other rows stand between.
class KernelSumTable final : public NsysTable {
 public:
  KernelSumTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    category_ = find({"Category"});
    name_ = category_.exists() ? require({"Operation"}, "Operation") : require({"Name"}, "Name");
    calls_ = require({"Instances"}, "Instances");
    total_ = require({"Total Time"}, "Total Time (ns)");
    mean_ = find({"Avg", "Average"});
    median_ = find({"Med", "Median"});
    min_ = find({"Min", "Minimum"});
    max_ = find({"Max", "Maximum"});
    stddev_ = find({"StdDev"});
  }

  [[nodiscard]] bool empty() const override { return kernels_.records().empty(); }

  [[nodiscard]] std::string why_empty() const override {
    return others_ == 0 ? "" : "the rows of the report " + header().report + " are all of something else";
  }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    KernelRecord record;
    record.calls = row.count(calls_, 1);
    record.total_ns = row.whole_ns(total_);
    record.mean_ns = row.number(mean_);
    record.min_ns = row.whole_ns(min_);
    record.median_ns = row.number(median_);
    record.max_ns = row.whole_ns(max_);
    if (record.calls > 1) record.stddev_ns = row.number(stddev_);  // nsys prints 0 for one call
    if (auto fault = row.fault()) return fault;
    if (category_.exists() && row.text(category_) != "CUDA_KERNEL") {
      ++others_;
      return std::nullopt;
    }
    record.name = name(row, name_, line);
    kernels_.add(std::move(record));
    return std::nullopt;
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override { return {&calls_, &total_}; }

  void move_to(StatsTables& tables) override {
    if (kernels_.merged() > 0) {
      note(tables, Severity::note,
           std::to_string(kernels_.merged()) +
               " rows added to those of the same kernel with another grid or block; medians of "
               "these kernels are unknown");
    }
    if (others_ > 0) {
      note(tables, Severity::note,
           std::to_string(others_) + (others_ == 1 ? " row" : " rows") + " of the report " + header().report +
               " left out: API calls, copies and sets are no kernels");
    }
    tables.kernels.push_back({header().report, std::move(kernels_.records())});
  }

  NsysColumn category_, name_, calls_, total_, mean_, median_, min_, max_, stddev_;
  KernelRecords kernels_;
  std::uint64_t others_ = 0;
};

/// cuda_kern_exec_sum: a row per thread, device, API function and kernel, without total times.
class ExecTable final : public NsysTable {
 public:
  ExecTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    name_ = require({"Kernel Name"}, "Kernel Name");
    calls_ = require({"Count"}, "Count");
    mean_ = require({"KAvg"}, "KAvg (ns)");
    device_ = find({"DevId"});
    median_ = find({"KMed"});
    min_ = find({"KMin"});
    max_ = find({"KMax"});
    stddev_ = find({"KStdDev"});
  }

  [[nodiscard]] bool empty() const override { return kernels_.records().empty(); }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    KernelRecord record;
    record.device = row.text(device_);
    record.calls = row.count(calls_, 1);
    record.mean_ns = row.number(mean_);
    record.min_ns = row.whole_ns(min_);
    record.median_ns = row.number(median_);
    record.max_ns = row.whole_ns(max_);
    if (record.calls > 1) record.stddev_ns = row.number(stddev_);
    if (auto fault = row.fault()) return fault;
    if (record.mean_ns) {
      double const total = *record.mean_ns * static_cast<double>(record.calls);
      if (total > 9e18) return "its mean and number of calls give more than 292 years";
      record.total_ns = std::llround(total);
    }
    record.name = name(row, name_, line);
    kernels_.add(std::move(record));
    return std::nullopt;
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override { return {&calls_, &mean_}; }

  void move_to(StatsTables& tables) override {
    note(tables, Severity::note,
         "the report " + header().report +
             " has no total times: they are means, which nsys rounds, times calls; kernels without a launch "
             "record are not in it");
    tables.kernels.push_back({header().report, std::move(kernels_.records())});
  }

  NsysColumn name_, device_, calls_, mean_, median_, min_, max_, stddev_;
  KernelRecords kernels_;
};

}  // namespace

std::unique_ptr<NsysTable> make_nsys_kernel_table(NsysHeader header, char decimal_mark) {
  return std::make_unique<KernelSumTable>(std::move(header), decimal_mark);
}

std::unique_ptr<NsysTable> make_nsys_exec_table(NsysHeader header, char decimal_mark) {
  return std::make_unique<ExecTable>(std::move(header), decimal_mark);
}

}  // namespace llmprof::inline v0
