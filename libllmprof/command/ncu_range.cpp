// SPDX-License-Identifier: MIT
// After "NVTX Filtering" in the documentation of the CLI of 2024.1.1: `@ , [ ] / * +` in a name need a `\`, a
// `\` needs another one (the documentation writes it as a shell would take it), and no `\` of a name may
// stand before one of those. `$` is said to need one too. One expression has the ranges of one domain.
#include "llmprof/command/ncu_range.hpp"

#include <algorithm>

#include "libllmprof/command/arguments.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view tool = "ncu";
constexpr std::string_view option = "--nvtx-include";
constexpr std::string_view quantifiers = "@,[]/*+$";

bool is_quantifier(char c) { return quantifiers.find(c) != std::string_view::npos; }

/// The end of a name counts as a quantifier: a slash, a comma, or the domain's `@` comes next.
bool has_bad_backslash(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && (i + 1 == name.size() || is_quantifier(name[i + 1]))) return true;
  }
  return false;
}

std::string escaped(std::string_view name) {
  std::string text;
  for (char const c : name) {
    if (c == '\\' || is_quantifier(c)) text += '\\';
    text += c;
  }
  return text;
}

void check(NcuRange const& range) {
  if (range.path.empty()) refuse(tool, option, "no range is given");
  for (Label const& label : range.path) {
    if (label.name.empty()) refuse(tool, option, "a label has no name; give it as LLM@prefill");
    if (has_bad_backslash(label.name) || has_bad_backslash(label.domain)) {
      refuse(tool, option,
             "ncu cannot be asked for '" + to_string(label) +
                 "': a '\\' in it stands at an end or before one of " + std::string(quantifiers));
    }
    if (label.domain != range.path.front().domain) {
      refuse(tool, option,
             "'" + to_string(range.path) + "' has ranges of several domains; ncu takes one domain at a time");
    }
  }
}

}  // namespace

std::string ncu_range_text(NcuRange const& range) {
  check(range);
  bool const is_nested = range.kind == RangeKind::push_pop;
  std::string const& domain = range.path.front().domain;
  std::string text = domain.empty() ? std::string() : escaped(domain) + '@';
  for (Label const& label : range.path) {
    if (&label != range.path.data()) text += is_nested ? "/*/" : ",";
    text += escaped(label.name);
  }
  if (text.starts_with("regex:")) {
    refuse(tool, option,
           "ncu takes '" + text + "' for a regular expression; no range of that name can be asked for");
  }
  return is_nested && range.path.size() == 1 ? text + '/' : text;
}

}  // namespace llmprof::inline v0
