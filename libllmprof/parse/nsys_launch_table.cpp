// SPDX-License-Identifier: MIT
// Reports of nsys with a row per launch: cuda_gpu_trace and cuda_kern_exec_trace.
#include <unordered_map>
#include <utility>

#include "libllmprof/parse/nsys_table.hpp"
#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

/// Hands out ids of texts.
class Ids {
 public:
  explicit Ids(std::vector<std::string>& texts) : texts_(texts) {}

  std::uint32_t of(std::string text) {
    auto const [entry, is_new] = ids_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(std::move(text));
    return entry->second;
  }

 private:
  std::vector<std::string>& texts_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

class NsysLaunchTable final : public NsysTable {
 public:
  NsysLaunchTable(NsysHeader head, char decimal_mark) : NsysTable(std::move(head), decimal_mark) {
    table_.report = header().report;
    name_ = require({"Name", "Kernel Name"}, "Name");
    duration_ = require({"Duration", "Kernel Dur"}, "Duration (ns)");
    device_ = find({"Device", "DevId"});
    grid_ = find({"GrdX"});
  }

  [[nodiscard]] bool empty() const override { return table_.launches.empty(); }

  [[nodiscard]] std::string why_empty() const override { return others_.count == 0 ? "" : what_others_are(); }

 private:
  std::optional<std::string> take(NsysRow& row, std::uint64_t line) override {
    auto const duration = row.whole_ns(duration_);
    if (auto fault = row.fault()) return fault;
    if (!duration) return "column '" + duration_.title + "' is empty";
    // A copy or a set has no grid.
    if (grid_.exists() && row.text(grid_).empty()) {
      others_.add(line, row.text(name_));
      add_checked(others_ns_, *duration);
      return std::nullopt;
    }
    table_.launches.push_back(
        {kernels_.of(name(row, name_, line)), devices_.of(std::string(row.text(device_))), *duration});
    return std::nullopt;
  }

  [[nodiscard]] std::string what_others_are() const {
    return counted(others_, "row") + " of the report " + header().report + " (" + std::to_string(others_ns_) +
           " ns) " + (others_.count == 1 ? "is" : "are") +
           " no kernel but copies and sets, the first: " + others_.text;
  }

  [[nodiscard]] std::vector<NsysColumn const*> numeric() const override { return {&duration_}; }

  void move_to(StatsTables& tables) override {
    if (others_.count > 0) note(tables, Severity::note, what_others_are());
    if (!grid_.exists()) {
      note(tables, Severity::note,
           "kernels without a launch record are not in the report " + header().report);
    }
    tables.launches.push_back(std::move(table_));
  }

  NsysColumn name_, duration_, device_, grid_;
  LaunchTable table_;
  Ids kernels_{table_.kernel_names};
  Ids devices_{table_.devices};
  Sighting others_;
  std::int64_t others_ns_ = 0;
};

}  // namespace

std::unique_ptr<NsysTable> make_nsys_launch_table(NsysHeader header, char decimal_mark) {
  return std::make_unique<NsysLaunchTable>(std::move(header), decimal_mark);
}

}  // namespace llmprof::inline v0
