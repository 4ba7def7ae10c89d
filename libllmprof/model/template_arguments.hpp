// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "libllmprof/model/name_tokens.hpp"

namespace llmprof::inline v0 {

/// The template arguments of a function's last part: `int` and `g<2>` of `f<int,g<2>>`, and of `A::f<...>`.
[[nodiscard]] std::vector<NameTokens> template_arguments(NameTokens const& function);

}  // namespace llmprof::inline v0
