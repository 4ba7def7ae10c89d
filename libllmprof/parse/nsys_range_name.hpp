// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// The label of a range whose name `nsys stats` printed: `LLM:prefill`, `:prefill` or `prefill`.
///
/// Since 2024 a `:` stands before every name, in the default domain too; before, names of the default domain
/// are printed as they are, so `step: 3` has no domain: nobody puts a space before the name of a range. A
/// domain looks like an identifier; nothing is escaped.
[[nodiscard]] Label label_of_nsys_range(std::string_view text);

}  // namespace llmprof::inline v0
