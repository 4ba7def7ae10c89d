// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Called now and then with the share that is done (0..1).
using Progress = std::function<void(double)>;

/// Names of metrics of ncu; absent: all of them.
using WantedMetrics = std::optional<std::vector<std::string>>;

/// How a capture is read.
struct ReadOptions {
  Progress progress = {};     ///< May be empty.
  bool launch_shapes = true;  ///< False: grids and blocks are left out, which saves a seventh of the time.
  /// Metrics of ncu to keep, which saves memory. The others are checked as well and left out; durations of
  /// launches are always there.
  WantedMetrics metrics = {};
};

}  // namespace v0
}  // namespace llmprof
