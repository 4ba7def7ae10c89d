// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace llmprof::inline v0 {

/// When the process began, in clock ticks since boot: with its number it tells a process from all others.
/// @return nothing if no such process lives; one that has ended and is not yet waited for does not.
[[nodiscard]] std::optional<std::uint64_t> start_of_process(std::uint64_t pid);

}  // namespace llmprof::inline v0
