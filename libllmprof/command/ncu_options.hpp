// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "llmprof/command/ncu_command.hpp"

namespace llmprof::inline v0 {

// Each is said by the release notes of the version that it names, unless another source is given.

inline constexpr ToolVersion ncu_app_match{2020, 3, 0};
/// --kernel-name, --kernel-name-base, `regex:` in front of expressions; --app-replay-buffer. Before that
/// names were --kernel-regex (help of 2020.3.1).
inline constexpr ToolVersion ncu_kernel_name{2021, 1, 0};
inline constexpr ToolVersion ncu_page_source{2021, 3, 0};
inline constexpr ToolVersion ncu_range_replay{2022, 1, 0};
/// --app-replay-mode.
inline constexpr ToolVersion ncu_app_matching{2022, 3, 0};
/// --graph-profiling, --page session. `ncu` 2022.3.0 says: unrecognised option '--graph-profiling'.
inline constexpr ToolVersion ncu_graph_profiling{2022, 4, 0};
/// `ncu` 2022.3.0 says: the argument for option '--replay-mode' is invalid.
inline constexpr ToolVersion ncu_app_range{2023, 1, 0};

[[nodiscard]] std::string_view to_string(NcuProcesses processes) noexcept;
[[nodiscard]] std::string_view to_string(NcuReplay replay) noexcept;
[[nodiscard]] std::string_view to_string(NcuMatch match) noexcept;
[[nodiscard]] std::string_view to_string(NcuMatching matching) noexcept;
[[nodiscard]] std::string_view to_string(NcuBuffer buffer) noexcept;
[[nodiscard]] std::string_view to_string(NcuGraphs graphs) noexcept;
[[nodiscard]] std::string_view to_string(NcuNames names) noexcept;
[[nodiscard]] std::string_view to_string(NcuClocks clocks) noexcept;
[[nodiscard]] std::string_view to_string(NcuCaches caches) noexcept;
[[nodiscard]] std::string_view to_string(NcuPage page) noexcept;
[[nodiscard]] std::string_view to_string(NcuUnits units) noexcept;

}  // namespace llmprof::inline v0
