// SPDX-License-Identifier: MIT
// Reports of nsys with a row per kernel.
#include <cmath>
#include <utility>

#include "libllmprof/model/kernel_records.hpp"
#include "libllmprof/parse/nsys_kernel_columns.hpp"
#include "libllmprof/parse/nsys_table.hpp"

namespace llmprof::inline v0 {
namespace {

/// cuda_gpu_kern_sum, its variant by grid and block, and cuda_gpu_sum, where other rows stand between.
class KernelSumTable final : public NsysTable {
 public:
  KernelSumTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    category_ = find({"Category"});
    name_ = category_.exists() ? require({"Operation"}, "Operation") : require({"Name"}, "Name");
    figures_ = {.calls = require({"Instances"}, "Instances"),
                .total = require({"Total Time"}, "Total Time (ns)"),
                .mean = find({"Avg", "Average"}),
                .median = find({"Med", "Median"}),
                .min = find({"Min", "Minimum"}),
                .max = find({"Max", "Maximum"}),
                .stddev = find({"StdDev"})};
  }

  [[nodiscard]] bool empty() const override { return kernels_.records().empty(); }

  [[nodiscard]] std::string why_empty() const override {
    return others_ == 0 ? "" : "the rows of the report " + header().report + " are all of something else";
  }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    KernelRecord record = figures_.read(row);
    if (auto fault = row.fault()) return fault;
    if (category_.exists() && row.text(category_) != "CUDA_KERNEL") {
      ++others_;
      return std::nullopt;
    }
    record.name = name(row, name_, line);
    kernels_.add(std::move(record));
    return std::nullopt;
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override {
    return {&figures_.calls, &figures_.total};
  }

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

  NsysColumn category_, name_;
  NsysKernelColumns figures_;
  KernelRecords kernels_;
  std::uint64_t others_ = 0;
};

/// cuda_kern_exec_sum: a row per thread, device, API function and kernel, without total times.
class ExecTable final : public NsysTable {
 public:
  ExecTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    name_ = require({"Kernel Name"}, "Kernel Name");
    device_ = find({"DevId"});
    figures_.calls = require({"Count"}, "Count");
    figures_.mean = require({"KAvg"}, "KAvg (ns)");
    figures_.median = find({"KMed"});
    figures_.min = find({"KMin"});
    figures_.max = find({"KMax"});
    figures_.stddev = find({"KStdDev"});
  }

  [[nodiscard]] bool empty() const override { return kernels_.records().empty(); }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    KernelRecord record = figures_.read(row);
    if (auto fault = row.fault()) return fault;
    if (record.mean_ns) {
      double const total = *record.mean_ns * static_cast<double>(record.calls);
      if (total > 9e18) return "its mean and number of calls give more than 292 years";
      record.total_ns = std::llround(total);
    }
    record.name = name(row, name_, line);
    record.device = row.text(device_);
    kernels_.add(std::move(record));
    return std::nullopt;
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override {
    return {&figures_.calls, &figures_.mean};
  }

  void move_to(StatsTables& tables) override {
    note(tables, Severity::note,
         "the report " + header().report +
             " has no total times: they are means, which nsys rounds, times calls; kernels without a launch "
             "record are not in it");
    tables.kernels.push_back({header().report, std::move(kernels_.records())});
  }

  NsysColumn name_, device_;
  NsysKernelColumns figures_;
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
