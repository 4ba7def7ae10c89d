// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/region.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

struct RegionOptions {
  RegionSelection selection;
  std::vector<std::string> metrics;             ///< Names as ncu has them; empty: the key counters.
  RegionReplay replay = RegionReplay::unknown;  ///< What ncu was told; rows alone do not tell it all.
  std::size_t max_regions = 4096;               ///< What is in further ones counts to the region around them.
  std::size_t max_depth = 64;                   ///< The same for deeper ones.
};

/// What ncu measured, by the NVTX ranges that were open.
///
/// A launch belongs to the innermost push/pop range of its thread, and to every range around it. Start/end
/// ranges are around push/pop ranges, each around those that ncu lists behind it. Ranges with one path are
/// one region; launches in no range are `outside`. Selection takes regions out of the list by their own
/// label; it changes no figure: what is in a region that is left out still counts to those around it.
///
/// Rows of whole ranges (range replay) count to the range that they measure. What lies around is known as far
/// as it was measured: a region with a row of its own has that as its inclusive figures, and no exclusive
/// ones if regions inside it were measured as well. Beside rows of kernels they are left out, with a warning.
///
/// @throws NoData if no row is in a range, or no region is selected; says which ranges there were.
/// @throws InvalidArgument if a pattern is empty or no regular expression.
/// @throws ParseError if the times (292 years) or calls add up to more than fits.
[[nodiscard]] RegionReport assemble_regions(Metrics const& metrics, RegionOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
