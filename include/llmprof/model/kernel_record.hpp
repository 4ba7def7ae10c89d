// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// All launches of one kernel on one device. Absent figures were not measured.
struct KernelRecord {
  std::string name;    ///< As the tool printed it.
  std::string device;  ///< For example `NVIDIA H200 (0)`; empty if the input does not say.
  std::uint64_t calls = 0;
  std::optional<std::int64_t> total_ns;  ///< Sum over the calls.
  std::optional<double> mean_ns;         ///< total / calls where the input does not give it.
  std::optional<std::int64_t> min_ns;
  std::optional<double> median_ns;  ///< Of an even count: the mean of the middle two.
  std::optional<std::int64_t> max_ns;
  std::optional<double> stddev_ns;  ///< Of the sample (n - 1); absent for one call.

  friend bool operator==(KernelRecord const&, KernelRecord const&) = default;
};

/// The order of kernels everywhere: by total, largest first, then by name and device; unknown totals last.
[[nodiscard]] bool comes_before(KernelRecord const& a, KernelRecord const& b);

/// The mean as given, else total / calls; absent if neither is known.
[[nodiscard]] std::optional<double> mean_of(KernelRecord const& record);

/// The kernels of one input or of one phase of it.
struct KernelTable {
  std::string source;                 ///< File, for messages.
  std::vector<KernelRecord> kernels;  ///< Sorted by total, largest first, then by name; unknown totals last.
  std::uint64_t calls = 0;            ///< Over all kernels.
  std::optional<std::int64_t> total_ns;  ///< Absent if the total of any kernel is unknown.
  Diagnostics diagnostics;
};

/// Sorts `table.kernels` and fills `calls`, `total_ns` and the means that are missing.
/// @throws Error if the totals add up to more than fits (292 years).
void finish(KernelTable& table);

}  // namespace v0
}  // namespace llmprof
