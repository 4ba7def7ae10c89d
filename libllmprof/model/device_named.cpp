// SPDX-License-Identifier: MIT
#include "libllmprof/model/device_named.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace llmprof::inline v0 {
namespace {

/// Only as llmprof writes it: `007` is not 7, so that a label comes back as it was.
std::optional<std::int64_t> ordinal_in(std::string_view text) {
  std::int64_t ordinal = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), ordinal);
  bool const is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && std::to_string(ordinal) == text ? std::optional(ordinal) : std::nullopt;
}

/// The `0` of `NVIDIA H200 (0)`.
std::string_view inside_brackets(std::string_view name, std::size_t open) {
  if (open == std::string_view::npos || !name.ends_with(')')) return {};
  return name.substr(open + 2, name.size() - open - 3);
}

}  // namespace

Device device_named(std::string const& name) {
  constexpr std::string_view nameless = "GPU ";
  std::string_view const view = name;
  auto const open = view.rfind(" (");
  Device device;
  if (auto const alone = ordinal_in(view.starts_with(nameless) ? view.substr(nameless.size()) : view)) {
    device.ordinal = *alone;
  } else if (auto const inside = ordinal_in(inside_brackets(view, open))) {
    device.name = name.substr(0, open);
    device.ordinal = *inside;
  } else {
    device.name = name;
  }
  return device;
}

}  // namespace llmprof::inline v0
