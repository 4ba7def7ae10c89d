// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Finds the kernels of `profile` that ncu measured, and fills Profile::measured.
///
/// A measured launch belongs to the kernel of the same name; else to the one whose canonical name (see
/// KernelName) is the same, with its parameters or, where that finds none, without them; else, where one of
/// the tools printed no more than the function's own name, to the one with that. Of several the one counts
/// that was launched with the same grid and block. Where that does not tell, nothing is guessed: a warning
/// names the candidates. Launches whose kernel is not in the profile are counted in a warning.
///
/// Ranges (MeasuredKind::range) are left out. Replaces what Profile::measured held before.
void join_metrics(Profile& profile, std::vector<Metrics> const& files);

}  // namespace v0
}  // namespace llmprof
