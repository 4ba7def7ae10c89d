// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads a table of `ncu --csv`: raw page (wide, with a row of units) or details page (long, ragged).
///
/// Lines of ncu (`==PROF==`) and of the application around the table are skipped; ncu's warnings become
/// diagnostics.
///
/// @param source Used in messages only.
/// @throws ParseError if there is no table, or it cannot be read; ncu's first error is quoted where it
/// printed one.
/// @throws NoData     if ncu said that no kernels were profiled.
[[nodiscard]] Metrics read_ncu_csv(std::string_view text, std::string source = "<text>");

}  // namespace v0
}  // namespace llmprof
