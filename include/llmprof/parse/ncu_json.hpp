// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/parse/read_options.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads results of Nsight Compute that somebody made JSON of: rows as objects, a list of them or one.
///
/// ncu itself writes no JSON. Read are: what csv.DictReader makes of the raw page (with its row of units) or
/// of the details page; objects with the name of the kernel and a member for each metric, as scripts around
/// `ncu_report` write them, the metrics perhaps in a member `metrics` of their own, each a value or an object
/// with `value` and `unit`; and metrics.json of llmprof. Keys are taken in any spelling: `Kernel Name`,
/// `kernel_name`, `kernel`, `Function Name`, `name`. A unit may stand in the key: `Duration [us]`.
///
/// A metric without a unit keeps its value; a duration without one is unknown, since ncu scales it.
///
/// @param source Used in messages only.
/// @throws ParseError if the text is no JSON, or no object in it names a kernel; says where it breaks.
[[nodiscard]] Metrics read_ncu_json(std::string_view text, std::string source = "<text>",
                                    ReadOptions const& options = {});

/// The same from a file, block by block, or from standard input for `-`.
/// @throws IoError if the file cannot be opened or read.
[[nodiscard]] Metrics read_ncu_json_file(std::filesystem::path const& path, ReadOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
