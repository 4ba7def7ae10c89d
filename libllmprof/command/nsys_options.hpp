// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "llmprof/command/nsys_command.hpp"

namespace llmprof::inline v0 {

/// The last nsys that was seen without --cuda-graph-trace, --capture-range-end, --nvtx-domain-include and
/// --cpuctxsw=system-wide: `nsys profile --help` of 2020.4.3. 2022.4.2 has them all; in between they are
/// given, for it is not known which version surely lacks them.
inline constexpr ToolVersion nsys_before_range_end{2020, 4, 99};

/// From this one on reports are `.nsys-rep` (not tried); 2020.4.3 writes `.qdrep`, 2022.4.2 `.nsys-rep`.
inline constexpr ToolVersion nsys_rep_files{2021, 4, 0};

/// Up to 2022.4.2 `nsys stats --help-reports` has gpukernsum alone. What 2023.3 prints has cuda_gpu_kern_sum,
/// and 2023.4.4 takes both: before 2023.3 the old names are the ones that surely work.
inline constexpr ToolVersion nsys_new_report_names{2023, 3, 0};

[[nodiscard]] std::string_view to_string(NsysScope scope) noexcept;
[[nodiscard]] std::string_view to_string(NsysTrigger trigger) noexcept;
[[nodiscard]] std::string_view to_string(NsysRangeEnd end) noexcept;
[[nodiscard]] std::string_view to_string(NsysGraphs graphs) noexcept;
[[nodiscard]] std::string_view to_string(NsysKill kill) noexcept;
[[nodiscard]] std::string_view to_string(NsysWait wait) noexcept;
[[nodiscard]] std::string_view to_string(NsysTable table) noexcept;

}  // namespace llmprof::inline v0
