// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// Reads the cell of the column `thread Domain:Push/Pop_Range:...`, outermost range first:
/// `683  "LLM:decode_all:none:none:none:none:ASCII:decode_all"  "LLM:step:none:none:none:none:ASCII:step" `.
[[nodiscard]] std::vector<Label> read_push_pop_ranges(std::string_view cell);

/// Reads the cell of the column `Id:Domain:Start/Stop_Range:...`; here an id stands before the domain.
[[nodiscard]] std::vector<Label> read_start_stop_ranges(std::string_view cell);

/// Reads the cell of the column `Range:...` of a summary, whose domain has a column of its own.
[[nodiscard]] std::vector<Label> read_ranges_of_domain(std::string_view domain, std::string_view cell);

}  // namespace llmprof::inline v0
