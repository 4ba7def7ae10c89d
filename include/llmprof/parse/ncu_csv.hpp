// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/parse/read_options.hpp"

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
[[nodiscard]] Metrics read_ncu_csv(std::string_view text, std::string_view source = "<text>",
                                   ReadOptions const& options = {});

/// Reads such a table from a file, or from standard input for `-`.
///
/// A regular file is never in memory as a whole: it is read window by window, twice if its decimal mark turns
/// out to be the comma. What comes through a pipe is read into memory first.
///
/// @throws IoError if it cannot be opened or read, or shrinks while it is read.
/// @throws ParseError, NoData as read_ncu_csv does.
[[nodiscard]] Metrics read_ncu_csv_file(std::filesystem::path const& path, ReadOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
