// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// What ncu printed where that is text (`Yes`); empty where it is a number or stands for none (`n/a`, `nan`).
[[nodiscard]] std::string text_value(Metric const& metric);

/// Whether a metric is wanted: every one is if there are no names.
[[nodiscard]] bool is_wanted(Metric const& metric, std::vector<std::string> const& names);

}  // namespace llmprof::inline v0
