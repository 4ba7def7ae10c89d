// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "libllmprof/parse/flat_json.hpp"
#include "llmprof/model/request_metrics.hpp"

namespace llmprof::inline v0 {

/// The list of llmprof's interest in such results: times of the repetitions of llama-bench.
inline constexpr std::string_view samples_list = "samples_ns";

/// Which program wrote a result; absent if none that is known.
[[nodiscard]] std::optional<RequestTool> request_tool(FlatJson const& result);

/// What a result of `tool` says.
[[nodiscard]] RequestRun read_request_run(FlatJson const& result, RequestTool tool);

}  // namespace llmprof::inline v0
