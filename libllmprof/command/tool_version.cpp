// SPDX-License-Identifier: MIT
#include "llmprof/command/tool_version.hpp"

#include <array>
#include <charconv>

#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// Takes a number off the front.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  char const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

std::optional<ToolVersion> version_at_front(std::string_view text) {
  std::array<int, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      if (!text.starts_with('.'))
        return i == 1 ? std::nullopt : std::optional(ToolVersion{parts[0], parts[1]});
      text.remove_prefix(1);
    }
    auto const number = take_number(text);
    if (!number) return std::nullopt;
    parts[i] = *number;
  }
  return ToolVersion{parts[0], parts[1], parts[2]};
}

bool is_year(ToolVersion const& version) { return version.year >= 2018 && version.year < 2100; }

}  // namespace

std::string to_string(ToolVersion const& version) {
  return std::to_string(version.year) + '.' + std::to_string(version.release) + '.' +
         std::to_string(version.patch);
}

ToolVersion parse_tool_version(std::string_view text) {
  auto const version = version_at_front(trimmed(text));
  if (version && is_year(*version)) return *version;
  throw InvalidArgument("'" + one_line(text) +
                        "' is no version of nsys or ncu; give it as 2023.4 or 2024.1.1");
}

std::optional<ToolVersion> read_tool_version(std::string_view output) {
  std::string const lower = lower_case(output);
  constexpr std::string_view word = "version ";
  for (auto at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
    auto const version = version_at_front(trimmed(output.substr(at + word.size())));
    if (version && is_year(*version)) return version;
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
