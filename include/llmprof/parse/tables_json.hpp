// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/stats_tables.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads what kernels_json() wrote: one table, of the report own_kernels_report. Keys that it does not know
/// are ignored.
///
/// The list may have been cut (`--top`): then the kernels have fewer calls than the document says, and a
/// warning tells that sums are of those listed.
///
/// @param source Used in messages, and as that of the tables.
/// @throws ParseError if the text is not JSON, not of this schema or of a newer one (`llmprof.kernels/2`),
/// lacks a member, or holds something impossible: a negative count or duration, more calls or time in the
/// kernels than altogether. Says where in the document.
[[nodiscard]] StatsTables read_kernels_json(std::string_view text, std::string source = "<text>");

/// Reads what phases_json() wrote, not split by process, device or rank. Keys that it does not know are
/// ignored.
///
/// The profile has what the document tells: the figures of the phases and their devices, and the totals. It
/// has no timeline, kernels or processes, and nothing tells when work was replayed; so has_timeline is false,
/// though busy times and nesting are known where the document has them. Devices have of their labels the name
/// and ordinal; their exclusive times are absent.
///
/// @param source Used in messages, and as that of the profile.
/// @throws ParseError as read_kernels_json(), and if the phases are split (`--by`).
[[nodiscard]] Profile read_phases_json(std::string_view text, std::string source = "<text>");

}  // namespace v0
}  // namespace llmprof
