// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/stats_tables.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads what `nsys stats` printed: one report or several, as CSV, TSV, JSON, or text (`--format column`,
/// which is its default, or `table`).
///
/// Used are the reports of kernels (cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum, cuda_gpu_sum, cuda_api_gpu_sum,
/// cuda_kern_exec_sum), of launches (cuda_gpu_trace, cuda_kern_exec_trace) and of NVTX ranges (nvtx_sum,
/// nvtx_pushpop_sum, nvtx_startend_sum, nvtx_pushpop_trace, nvtx_gpu_proj_sum, nvtx_gpu_proj_trace,
/// nvtx_kern_sum), under their names before 2022.4 as well. Others are named in the diagnostics.
///
/// Lines between the tables (`Processing [...]`, `NOTICE`) are skipped. Columns are found by name, units from
/// the column title. Rows whose cells are not what they must be are left out and counted in a diagnostic; so
/// are lines behind a table that look like rows.
///
/// @param source Used in messages, and where its end names a report that others have the columns of.
/// @throws ParseError if there is no such table, a required column is missing, the file is cut off in a row,
/// or has rows of which none can be read.
/// @throws NoData     if nsys said that there is nothing (`SKIPPED: ... does not contain CUDA kernel data.`),
/// or the tables have no rows.
[[nodiscard]] StatsTables read_nsys_stats(std::string_view text, std::string source = "<text>");

}  // namespace v0
}  // namespace llmprof
