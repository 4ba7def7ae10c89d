// SPDX-License-Identifier: MIT
#include "llmprof/model/metrics.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

Metric const* MeasuredLaunch::find(std::string_view name) const noexcept {
  auto const found =
      std::find_if(metrics.begin(), metrics.end(), [&](Metric const& metric) { return metric.name == name; });
  return found == metrics.end() ? nullptr : &*found;
}

}  // namespace llmprof::inline v0
