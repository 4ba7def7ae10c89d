// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/report/format.hpp"
#include "llmprof/report/json.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The kernels of a table, in its order. Print the table's diagnostics beside all formats but JSON.
[[nodiscard]] std::string format_kernels(KernelTable const& table, FormatOptions const& options = {});

/// The phases of a profile, parents before children, labels indented by depth.
[[nodiscard]] std::string format_phases(Profile const& profile, By by = By::none,
                                        FormatOptions const& options = {});

/// The metrics of each launch. @param names Only these; empty: all.
[[nodiscard]] std::string format_metrics(Metrics const& metrics, std::vector<std::string> const& names = {},
                                         FormatOptions const& options = {});

/// A warning for each of `names` that no launch has.
[[nodiscard]] Diagnostics unmatched_metrics(Metrics const& metrics, std::vector<std::string> const& names);

}  // namespace v0
}  // namespace llmprof
