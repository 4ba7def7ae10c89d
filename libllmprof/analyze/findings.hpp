// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

/// What costs time in the phases of `answers`, and what makes their figures uncertain. Each follows from the
/// data; the same data give the same findings in the same order.
/// @param answers All but their findings.
[[nodiscard]] std::vector<Finding> find_costs(Profile const& profile, Answers const& answers);

}  // namespace llmprof::inline v0
