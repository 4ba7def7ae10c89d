// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/model/kernel_record.hpp"

namespace llmprof::inline v0 {

/// The records of a table that has several rows of one kernel: one for each grid and block, or each thread.
class KernelRecords {
 public:
  /// Adds a record, or puts it into the earlier one of the same kernel and device: sums, extremes and
  /// deviation stay exact, the median becomes unknown.
  /// @throws Error if times or calls add up to more than fits.
  void add(KernelRecord record);

  /// How many records were put into an earlier one.
  [[nodiscard]] std::uint64_t merged() const noexcept { return merged_; }

  [[nodiscard]] std::vector<KernelRecord>& records() noexcept { return records_; }
  [[nodiscard]] std::vector<KernelRecord> const& records() const noexcept { return records_; }

 private:
  std::vector<KernelRecord> records_;
  std::map<std::pair<std::string, std::string>, std::size_t> known_;  // by name and device
  std::uint64_t merged_ = 0;
};

}  // namespace llmprof::inline v0
