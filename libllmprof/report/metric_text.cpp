// SPDX-License-Identifier: MIT
#include "libllmprof/report/metric_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "libllmprof/support/number.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {

std::string text_value(Metric const& metric) {
  if (metric.value && std::isfinite(*metric.value)) return {};
  std::string const text(trimmed(metric.text));
  if (lower_case(text) == not_available) return {};
  std::size_t const sign = text.starts_with('+') ? 1 : 0;
  double number = 0;  // from_chars knows every spelling of infinity and NaN
  auto const result = std::from_chars(text.data() + sign, text.data() + text.size(), number);
  bool const is_number = result.ec != std::errc::invalid_argument && result.ptr == text.data() + text.size();
  return is_number && !std::isfinite(number) ? std::string() : text;
}

bool is_wanted(Metric const& metric, std::vector<std::string> const& names) {
  return names.empty() || std::find(names.begin(), names.end(), metric.name) != names.end();
}

}  // namespace llmprof::inline v0
