// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/model/collection_cost.hpp"

namespace llmprof::inline v0 {

/// What the spools of a run held, and what they cost.
struct CollectedFacts {
  CollectionCost cost;  ///< But for the wall times, which the spools do not tell.
  std::set<std::pair<std::uint64_t, std::uint64_t>> processes;  ///< Process id and start, in clock ticks.
  std::uint64_t windows = 0;          ///< Of limited recordings: how often recording began,
  std::uint64_t occurrences = 0;      ///< how many ranges of the label there were until the last window,
  std::uint64_t outside_windows = 0;  ///< and GPU records that were left out: submitted outside.
  std::uint64_t beyond_limit = 0;     ///< Processes of which later events are not kept (--max-size).
  std::uint64_t damaged = 0;          ///< Spools that could not be read, or not to their end.
  std::vector<std::string> warnings;  ///< Each a sentence.
};

/// Turns the spools `*.spool` in `folder` into one SQLite file with the tables of an Nsight Systems export.
///
/// Times are ns since the first process began to record. A broken spool costs itself alone, with a warning.
/// @throws IoError if the file cannot be written.
CollectedFacts write_trace_file(std::filesystem::path const& folder, std::filesystem::path const& to);

}  // namespace llmprof::inline v0
