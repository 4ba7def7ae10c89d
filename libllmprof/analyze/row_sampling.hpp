// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace llmprof::inline v0 {

struct PhaseCount {
  std::size_t instances = 0;
  bool is_step = false;  ///< Of inference: statistics are made of its rows.
};

/// Every how many-th instance of each phase is kept, so that no more than `most` rows are; 0: none.
///
/// Steps of inference come first, and phases with few instances are kept whole: a prefill that ran five times
/// is not thinned out because its layers ran ten thousand times.
[[nodiscard]] std::vector<std::size_t> row_intervals(std::vector<PhaseCount> const& phases, std::size_t most);

}  // namespace llmprof::inline v0
