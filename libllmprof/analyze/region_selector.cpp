// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/region_selector.hpp"

#include <algorithm>
#include <string_view>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view expression_mark = "regex:";

// The standard library's matcher recurses for every character, and a label may be of any length.
constexpr std::size_t most_matched = 1000;

std::regex compiled(std::string const& text) {
  std::string const expression = text.substr(expression_mark.size());
  if (expression.empty()) throw InvalidArgument("pattern '" + text + "': no expression follows 'regex:'");
  try {
    return std::regex(expression, std::regex::ECMAScript);
  } catch (std::regex_error const& error) {
    throw InvalidArgument("pattern '" + text + "': not a regular expression: " + error.what());
  }
}

}  // namespace

RegionSelector::Pattern::Pattern(std::string const& text) {
  if (text.starts_with(expression_mark)) {
    expression_ = compiled(text);
  } else {
    // `aten::mm@3` may be a label as written, or a plain name.
    labels_ = {parse_label(text), Label{"", text}};
  }
}

bool RegionSelector::Pattern::matches(Label const& label) const {
  if (!expression_) return std::find(labels_.begin(), labels_.end(), label) != labels_.end();
  std::string const text = to_string(label).substr(0, most_matched);
  try {
    return std::regex_search(text, *expression_);
  } catch (std::regex_error const& error) {
    throw InvalidArgument("a pattern is too hard to match with '" + text + "': " + error.what());
  }
}

RegionSelector::RegionSelector(RegionSelection const& selection) {
  for (std::string const& text : selection.include) include_.emplace_back(text);
  for (std::string const& text : selection.exclude) exclude_.emplace_back(text);
}

bool RegionSelector::any(std::vector<Pattern> const& patterns, Label const& label) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](Pattern const& pattern) { return pattern.matches(label); });
}

bool RegionSelector::selects(Label const& label) const {
  return (include_.empty() || any(include_, label)) && !any(exclude_, label);
}

}  // namespace llmprof::inline v0
