// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// A counter that reports show for every kernel that was measured.
struct KeyCounter {
  std::string_view name;   ///< On ncu's raw page.
  std::string_view title;  ///< Short, for a column: `SM %`.
  std::string_view unit;   ///< Its base unit, as in_base_unit gives it.
};

/// Throughputs of SM and memory, cache hit rates, occupancy and the like, in the order of the columns.
[[nodiscard]] std::span<KeyCounter const> key_counters() noexcept;

/// Index of the key counter that a metric is, whatever page and version it comes from; absent if it is none.
/// Looks at name and unit alone.
[[nodiscard]] std::optional<std::size_t> find_key_counter(std::string_view name,
                                                          std::string_view unit) noexcept;

}  // namespace llmprof::inline v0
