// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// Undoes to_string(Label) exactly; parse_label would take the `a:b` of a default-domain name for nsys's
/// form. Absent if the text ends inside an escape.
[[nodiscard]] std::optional<Label> written_label(std::string_view text);

}  // namespace llmprof::inline v0
