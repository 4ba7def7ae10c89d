// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libllmprof/analyze/operations.hpp"
#include "libllmprof/analyze/phase_totals.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Busy share over time of every device and of the phases in `phases`. @param bins At least 1.
[[nodiscard]] Timeline make_timeline(Trace const& trace, Operations const& operations, Scopes const& scopes,
                                     PhaseTotals const& totals, std::vector<std::vector<Label>> const& paths,
                                     std::span<std::uint32_t const> phases,
                                     std::span<std::uint32_t const> by_start, std::size_t bins);

}  // namespace llmprof::inline v0
