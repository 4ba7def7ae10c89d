// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_range_name.hpp"

#include <algorithm>
#include <string>

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;

bool may_stand_in_domain(char c) {
  bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Where the domain ends, or npos.
std::size_t colon_behind_domain(std::string_view text) {
  auto const colon = text.find(':');
  if (colon == npos || colon + 1 == text.size()) return npos;
  if (text[colon + 1] == ' ') return npos;  // `step: 3`
  if (text[colon + 1] == ':') return npos;  // `std::sort`
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), may_stand_in_domain)
             ? colon
             : npos;
}

}  // namespace

Label label_of_nsys_range(std::string_view text) {
  if (text.starts_with(':')) return {"", std::string(text.substr(1))};
  auto const colon = colon_behind_domain(text);
  if (colon == npos) return {"", std::string(text)};
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace llmprof::inline v0
