// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/step_statistics.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What makes one occurrence comparable with another.
enum class StepWork : std::uint8_t {
  equal,      ///< Occurrences do about the same: decode steps.
  per_token,  ///< Their time is compared per token, where tokens are known: prompts of different lengths.
};

/// Separates warm-up from steady state, and sums up the latter.
///
/// Just-in-time compilation, lazily loaded modules, first allocations and graph captures make the first
/// occurrences slower. Those at the begin that take more than 1.5 times the median of the second half are set
/// aside, up to the first that does not, and at most half of all. Of fewer than four none can be told to be
/// warm-up. Rows without a step time are left out.
/// @param phases Of one kind; each process and thread warms up for itself.
[[nodiscard]] StepStatistics steady_state(std::vector<PhaseProfile const*> const& phases, StepWork work);

}  // namespace v0
}  // namespace llmprof
