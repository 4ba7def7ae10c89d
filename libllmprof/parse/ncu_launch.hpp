// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "libllmprof/parse/ncu_columns.hpp"
#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// True if the row names a launch: its ID and its process are numbers.
[[nodiscard]] bool is_ncu_launch(Cells const& cells, NcuColumns const& columns);

/// Reads the columns that say which launch a row is about; metrics and duration stay empty.
[[nodiscard]] MeasuredLaunch read_ncu_launch(Cells const& cells, NcuColumns const& columns,
                                             std::uint64_t line);

/// Finds the launch that a row belongs to: one launch is one (host, process, ID).
class NcuLaunchIndex {
 public:
  /// Index of the launch of this row in `launches`, if it is there. Rows of one launch in a row are cheap.
  [[nodiscard]] std::optional<std::size_t> find(std::vector<MeasuredLaunch> const& launches,
                                                Cells const& cells, NcuColumns const& columns) const;

  /// To be called for each launch that is added.
  void add(MeasuredLaunch const& launch, std::size_t index);

 private:
  std::unordered_multimap<std::uint64_t, std::size_t> by_id_;
};

}  // namespace llmprof::inline v0
