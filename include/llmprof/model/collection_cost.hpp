// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What the built-in collector recorded in one run, and what that cost the workload. Sums over its processes.
struct CollectionCost {
  std::uint64_t processes = 0;              ///< That were recorded.
  std::uint64_t ranges = 0;                 ///< Of NVTX.
  std::uint64_t launches = 0;               ///< Driver calls that submit work, or begin or end a capture.
  std::uint64_t gpu_records = 0;            ///< That CUPTI delivered.
  std::uint64_t dropped = 0;                ///< Records for which there was no room, ours and CUPTI's.
  std::uint64_t spool_bytes = 0;            ///< Of whole records.
  std::optional<std::int64_t> flush_ns;     ///< On CUPTI's and our own threads; absent without CUPTI.
  std::optional<std::int64_t> callback_ns;  ///< Estimate, on the program's threads; absent if none was made.
  std::int64_t workload_wall_ns = 0;        ///< From the start of the workload to its end.
  std::optional<std::int64_t> without_wall_ns;  ///< Of a run without the collector; absent if not compared.

  friend bool operator==(CollectionCost const&, CollectionCost const&) = default;
};

/// `without collection 1.234 s, with 1.260 s: +2.1 %`; empty if there was no run without.
[[nodiscard]] std::string comparison_text(CollectionCost const& cost);

}  // namespace v0
}  // namespace llmprof
