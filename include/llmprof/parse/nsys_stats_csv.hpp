// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/kernel_record.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads the kernel table of `nsys stats --report cuda_gpu_kern_sum --format csv` (`gpukernsum` before
/// 2022.4).
///
/// Lines before the table (`Processing [...]`, `NOTICE`) are skipped. Columns are found by name, units from
/// the column title. Records come sorted by total.
///
/// Rows whose cells are not what they must be are left out and counted in a diagnostic; so are lines behind
/// the table that look like rows.
///
/// @param source Used in messages only.
/// @throws ParseError if there is no such table, a required column is missing, the file is cut off in a row,
/// or has rows of which none can be read.
/// @throws NoData     if nsys said that there is nothing (`SKIPPED: ... does not contain CUDA kernel data.`).
[[nodiscard]] KernelTable read_nsys_stats_csv(std::string_view text, std::string source = "<text>");

}  // namespace v0
}  // namespace llmprof
