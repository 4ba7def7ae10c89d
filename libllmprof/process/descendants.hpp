// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>

namespace llmprof::inline v0 {

/// Living processes, and when they began: see start_of_process.
using Processes = std::map<pid_t, std::uint64_t>;

/// Those that `ancestor` started, and what these started.
[[nodiscard]] Processes descendants_of(pid_t ancestor);

/// Kills those that live still.
void kill_all(Processes const& processes);

}  // namespace llmprof::inline v0
