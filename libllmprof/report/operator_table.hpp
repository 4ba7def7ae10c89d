// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "libllmprof/report/table.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// `operator | total_ms | calls | mean_ms | exclusive_ms | kernels | inside`; calls are those of the range.
[[nodiscard]] Table operator_table(std::vector<PhaseProfile const*> const& operators, std::size_t top);

/// A sentence.
[[nodiscard]] std::string why_no_operators(Profile const& profile);

}  // namespace llmprof::inline v0
