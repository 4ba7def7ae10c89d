// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Called now and then with the share that is done (0..1).
using Progress = std::function<void(double)>;

/// How a capture is read.
struct ReadOptions {
  Progress progress = {};     ///< May be empty.
  bool launch_shapes = true;  ///< False: grids and blocks are left out, which saves a seventh of the time.
};

}  // namespace v0
}  // namespace llmprof
