// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "libllmprof/analyze/kernel_groups.hpp"
#include "llmprof/analyze/deep_plan.hpp"

namespace llmprof::inline v0 {

// What is known of ncu's selection, and from where:
// - `--kernel-id` and `--kernel-name` are each taken once; `--launch-skip` is refused beside a `--kernel-id`,
//   `--launch-count` and `--graph-profiling` are not; a `:` in the name makes the identifier invalid; name
//   and number are expressions of Boost.Regex (ncu 2022.3 and 2024.1.1, tried).
// - The expression finds a part of the name; each name that it finds is counted for itself (`--kernel-id
//   ::regex:Bar:2` measures the second Bar and the second FooBar: Training guide, example 8).
// - The number is that of the "N'th invocation of this kernel function" (manuals of 2022.3 and 2024.1); later
//   manuals say that grid, block and shared memory are considered, too.
// - Whether the expression for numbers has to match all of a number is not said: `^(...)$` is right either
// way.
// - `--launch-skip` and `--launch-count` count over all kernels that match, so they cannot tell launches of
//   several kernels apart.
// - With `--graph-profiling node`, the default, kernels of graphs are like others (manual).

/// What ncu is told to measure `launches` of the groups that `chosen` has, and what that comes to.
/// @param chosen  Indexes into groups.all(); not empty.
[[nodiscard]] NcuSelection select_for_ncu(KernelGroups const& groups, std::vector<std::size_t> const& chosen,
                                          std::vector<std::uint64_t> launches,
                                          std::optional<KernelNameBase> name_base);

}  // namespace llmprof::inline v0
