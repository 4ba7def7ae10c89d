// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Ranges that Nsight Compute selects launches by.
///
/// Of push/pop ranges the path is nested, outermost first, with any number of other ranges in between; of
/// start/end ranges all of them are open. The default domain is a domain of its own: ncu cannot be asked for
/// a range in any domain.
struct NcuRange {
  std::vector<Label> path;
  RangeKind kind = RangeKind::push_pop;

  friend bool operator==(NcuRange const&, NcuRange const&) = default;
};

/// What `--nvtx-include` and `--nvtx-exclude` take for it: `LLM@prefill/` (the slash says push/pop),
/// `LLM@decode_all/*/decode_step`, and `LLM@request` for a start/end range.
///
/// @throws InvalidArgument if ncu has no way to write it: no label, a label without name, several domains, a
/// `\` in front of a character that ncu must be told not to understand, names that begin with `regex:`.
[[nodiscard]] std::string ncu_range_text(NcuRange const& range);

}  // namespace v0
}  // namespace llmprof
