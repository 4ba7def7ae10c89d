// SPDX-License-Identifier: MIT
#include "llmprof/command/ncu_kernel_name.hpp"

#include "libllmprof/command/arguments.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view regex_prefix = "regex:";

/// Without the prefix; an exact name is anchored.
std::string expression_of(std::string_view name) {
  if (name.starts_with(regex_prefix)) return "(?:" + std::string(name.substr(regex_prefix.size())) + ")";
  return "^" + regex_escaped(name) + "$";
}

}  // namespace

std::string regex_escaped(std::string_view text) {
  constexpr std::string_view special = "\\^$.|?*+()[]{}";
  std::string escaped;
  for (char const c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string any_kernel_of(std::vector<std::string> const& names) {
  if (names.empty()) refuse("ncu", "--kernel-name", "no kernel is named");
  std::string expression(regex_prefix);
  for (std::string const& name : names) {
    if (name.empty() || name == regex_prefix) {
      refuse("ncu", "--kernel-name", "an empty name; leave the option out to measure every kernel");
    }
    if (names.size() == 1) return name;
    expression += (expression.size() == regex_prefix.size() ? "" : "|") + expression_of(name);
  }
  return expression;
}

}  // namespace llmprof::inline v0
