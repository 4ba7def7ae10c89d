// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "libllmprof/report/table.hpp"
#include "llmprof/model/kernel_record.hpp"

namespace llmprof::inline v0 {

/// `kernel_name | total_ms | calls | mean_ms | device`: the kernel table of every Markdown report.
[[nodiscard]] Table kernel_report_table(std::vector<KernelRecord> const& records);

}  // namespace llmprof::inline v0
