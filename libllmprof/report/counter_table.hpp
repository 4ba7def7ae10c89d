// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "libllmprof/report/table.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// The hardware counters of the first `most` kernels of Profile::measured, a column for each counter that any
/// of them has.
[[nodiscard]] Table counter_table(Profile const& profile, std::size_t most);

}  // namespace llmprof::inline v0
