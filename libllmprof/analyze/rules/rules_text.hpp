// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace llmprof::inline v0 {

/// libllmprof/analyze/rules/kernel_classes.yaml, as it was when llmprof was built.
[[nodiscard]] std::string_view kernel_classes_rules();

}  // namespace llmprof::inline v0
