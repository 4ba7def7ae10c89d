// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llmprof/analyze/deep_plan.hpp"
#include "llmprof/export.hpp"
#include "llmprof/report/format.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The kernels of a plan with their share of each phase and their launches. For people (`table`, `md`) also
/// how much of each phase they cover, what ncu is told, and what it takes. Print the plan's diagnostics
/// beside all formats but JSON.
[[nodiscard]] std::string format_plan(DeepPlan const& plan, FormatOptions const& options = {});

/// Passes and time, with what they rest on: two lines for people.
[[nodiscard]] std::string format_estimate(DeepEstimate const& estimate);

/// Schema `llmprof.deep_plan/1`.
[[nodiscard]] std::string deep_plan_json(DeepPlan const& plan);

}  // namespace v0
}  // namespace llmprof
