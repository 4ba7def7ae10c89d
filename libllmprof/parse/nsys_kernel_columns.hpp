// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/parse/nsys_columns.hpp"
#include "llmprof/model/kernel_record.hpp"

namespace llmprof::inline v0 {

/// The columns with the figures of a kernel. Those that a report does not have give absent figures.
struct NsysKernelColumns {
  NsysColumn calls, total, mean, median, min, max, stddev;

  /// The figures of a row, without names. nsys prints a deviation of 0 for one call, which has none.
  [[nodiscard]] KernelRecord read(NsysRow& row) const {
    KernelRecord record;
    record.calls = row.count(calls, 1);
    record.total_ns = row.whole_ns(total);
    record.mean_ns = row.number(mean);
    record.min_ns = row.whole_ns(min);
    record.median_ns = row.number(median);
    record.max_ns = row.whole_ns(max);
    if (record.calls > 1) record.stddev_ns = row.number(stddev);
    return record;
  }
};

}  // namespace llmprof::inline v0
