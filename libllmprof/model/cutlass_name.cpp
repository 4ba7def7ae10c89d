// SPDX-License-Identifier: MIT
#include "libllmprof/model/cutlass_name.hpp"

#include <algorithm>
#include <vector>

namespace llmprof::inline v0 {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

/// `128x64`
bool is_tile(std::string_view text) {
  return !text.empty() && is_digit(text.front()) && is_digit(text.back()) &&
         text.find('x') != std::string_view::npos &&
         text.find_first_not_of("0123456789x") == std::string_view::npos;
}

std::vector<std::string_view> parts_of(std::string_view word) {
  std::vector<std::string_view> parts;
  while (!word.empty()) {
    auto const end = word.find('_');
    parts.push_back(word.substr(0, end));
    word.remove_prefix(end == std::string_view::npos ? word.size() : end + 1);
  }
  return parts;
}

/// `16816 gemm` for `s16816gemm`: the letter is the accumulator, float unless said otherwise.
std::string product(std::string_view part) {
  if (is_tile(part)) return std::string(part);
  auto const at = part.find_first_not_of("0123456789", 1);
  if (at == std::string_view::npos || at < 3) return std::string(part);
  if (part.front() == 's') part.remove_prefix(1);
  auto const word = part.find_first_not_of("0123456789", 1);
  return std::string(part.substr(0, word)) + ' ' + std::string(part.substr(word));
}

/// Not worth its place: on every kernel, or said again behind the product.
bool is_left_out(std::vector<std::string_view> const& parts, std::size_t at) {
  std::string_view const part = parts[at];
  if (part.empty() || part == "tensorop" || part.starts_with("align") || part == "optimized") return true;
  return std::find(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1, parts.end(), part) != parts.end();
}

}  // namespace

std::string cutlass_name(std::string_view word) {
  if (!word.starts_with("cutlass_")) return {};
  auto const parts = parts_of(word);
  std::string name = "cutlass";
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (is_left_out(parts, i)) continue;
    bool const is_second_tile = is_tile(parts[i]) && is_tile(parts[i - 1]);
    name += is_second_tile ? '_' : ' ';
    name += i == 1 && is_number(parts[i]) ? "sm" + std::string(parts[i]) : product(parts[i]);
  }
  return name;
}

}  // namespace llmprof::inline v0
