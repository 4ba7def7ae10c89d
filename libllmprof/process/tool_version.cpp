// SPDX-License-Identifier: MIT
#include "libllmprof/process/tool_version.hpp"

#include <charconv>

namespace llmprof::inline v0 {
namespace {

/// Takes a number, and the point before it unless it is the first.
bool take(std::string_view& text, bool first, int& number) {
  if (!first) {
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
  }
  auto const [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return true;
}

}  // namespace

std::optional<ReleaseNumber> find_release_number(std::string_view said) {
  constexpr std::string_view word = "ersion ";  // both tools spell it their own way
  auto const at = said.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  said.remove_prefix(at + word.size());
  ReleaseNumber number;
  if (!take(said, true, number.year) || !take(said, false, number.release)) return std::nullopt;
  if (number.year < 2000 || number.year > 2999) return std::nullopt;
  if (!take(said, false, number.patch)) number.patch = 0;
  return number;
}

std::string to_string(ReleaseNumber const& number) {
  return std::to_string(number.year) + '.' + std::to_string(number.release) + '.' +
         std::to_string(number.patch);
}

}  // namespace llmprof::inline v0
