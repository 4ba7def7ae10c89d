// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/collect/spool_format.hpp"
#include "llmprof/collect/live_figures.hpp"
#include "llmprof/model/run_sums.hpp"

namespace llmprof::inline v0 {

/// Adds what one process did in its whole life. @param header Of its spool, whose ring was filled again.
void add_process(RunSums& sums, LiveFigures const& figures, spool::Header const& header);

}  // namespace llmprof::inline v0
