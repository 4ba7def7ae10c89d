// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "llmprof/export.hpp"
#include "llmprof/model/label.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What part of a run is recorded. By default all of it.
///
/// With a label, recording is on while a range of that label is open, whoever opened it: an occurrence begins
/// when one opens while none is, and ends with that range. Ranges that were open before are not in the
/// recording, ranges that are open when it ends count as ended then. Without a label, recording begins after
/// the delay. Where graphs are captured outside, the ranges of the capturing thread are recorded
/// nevertheless, for they say what the nodes of the graph belong to.
struct CaptureWindow {
  std::optional<Label> label;
  std::uint64_t skip = 0;   ///< Occurrences, in each process, that pass before the first that is recorded.
  std::uint64_t count = 0;  ///< Occurrences that are recorded in each process; 0: all.
  std::optional<std::chrono::milliseconds> delay;     ///< Nothing is recorded in the first so many.
  std::optional<std::chrono::milliseconds> duration;  ///< From the first moment that is recorded.

  [[nodiscard]] bool is_limited() const noexcept { return label || delay || duration; }
};

/// @throws InvalidArgument if skip or count come without a label, or the label has no name.
void validate(CaptureWindow const& window);

}  // namespace v0
}  // namespace llmprof
