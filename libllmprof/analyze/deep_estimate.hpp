// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "llmprof/analyze/deep_plan.hpp"

namespace llmprof::inline v0 {

/// What measuring takes.
///
/// @param mean_ns     Of a planned launch, on the timeline.
/// @param longest_ns  Of any launch of a planned kernel.
/// @param run_ns      Of the run that the timeline shows.
[[nodiscard]] DeepEstimate estimate_deep(NcuSelection const& selection, NcuPasses const& passes,
                                         std::int64_t mean_ns, std::int64_t longest_ns,
                                         std::optional<std::int64_t> run_ns);

}  // namespace llmprof::inline v0
