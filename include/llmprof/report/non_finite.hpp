// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A warning if figures are infinite or no number: every writer leaves them out (null, `n/a`, empty cell).
///
/// JSON and Markdown documents carry the warning themselves; print it beside a table or CSV. Empty if all is
/// well.
[[nodiscard]] Diagnostics non_finite(std::vector<KernelRecord> const& records);
[[nodiscard]] Diagnostics non_finite(Profile const& profile);

}  // namespace v0
}  // namespace llmprof
