// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "libllmprof/report/table.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// The hardware counters of the first `most` kernels of Profile::measured, a column for each counter that any
/// of them has.
[[nodiscard]] Table counter_table(Profile const& profile, std::size_t most);

/// Adds columns to a table with a row for each of these kernels: a share for each that any of them has (SM,
/// memory, DRAM,
/// ...), and "n/a" where a kernel was not measured. None were measured: no columns.
void add_utilisation(Table& table, std::vector<KernelRecord> const& rows, Profile const& profile);

}  // namespace llmprof::inline v0
