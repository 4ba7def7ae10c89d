// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llmprof/command/ncu_range.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// What a timeline says of ranges that Nsight Compute is asked for.
struct AskedRanges {
  std::vector<NcuRange> found;  ///< With their kinds; twice where a range is of both kinds.
  std::string not_seen;         ///< Which were not there, and which were, for people; empty if all were.
  std::uint64_t launches = 0;   ///< Of one occurrence of each, those inside another one not counted again.
};

[[nodiscard]] AskedRanges find_ranges_on(Profile const& timeline, std::vector<NcuRange> const& asked);

}  // namespace llmprof::inline v0
