// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace llmprof::inline v0 {

/// What the spools of a run held, and what they cost.
struct CollectedFacts {
  std::uint64_t processes = 0;
  std::uint64_t damaged = 0;  ///< Spools that could not be read, or not to their end.
  std::uint64_t ranges = 0;
  std::uint64_t launches = 0;
  std::uint64_t device_records = 0;
  std::uint64_t spool_bytes = 0;      ///< Of whole records.
  std::uint64_t flush_ns = 0;         ///< In the workload, on CUPTI's and our flushing threads.
  std::vector<std::string> warnings;  ///< Each a sentence.
};

/// Turns the spools `*.spool` in `folder` into one SQLite file with the tables of an Nsight Systems export.
///
/// Times are ns since the first process began to record. A broken spool costs itself alone, with a warning.
/// @throws IoError if the file cannot be written.
CollectedFacts write_trace_file(std::filesystem::path const& folder, std::filesystem::path const& to);

}  // namespace llmprof::inline v0
