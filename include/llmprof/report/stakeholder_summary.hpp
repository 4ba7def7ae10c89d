// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "llmprof/analyze/answers.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/environment.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

struct SummaryOptions {
  Environment const* environment = nullptr;  ///< Of the run, if known; not owned.
  Answers const* answers = nullptr;          ///< Of the same profile, if there are any; not owned.
  std::size_t top = 10;                      ///< Rows of the operator and kernel tables.
};

/// stakeholder_summary.md: Environment, Aggregates, Per-Stage Timings, MFU, Top Operators, Top Kernels,
/// Takeaways.
///
/// Every section is there; one without data says why. Takeaways say only what the profile shows.
[[nodiscard]] std::string stakeholder_summary(Profile const& profile, SummaryOptions const& options = {});

/// @throws IoError
void write_stakeholder_summary(Profile const& profile, std::filesystem::path const& path,
                               SummaryOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
