// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/kernel_rule_set.hpp"

#include <algorithm>

#include "libllmprof/model/printed_name.hpp"
#include "libllmprof/support/nearest.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_text = 4096;

[[noreturn]] void fail(std::string const& source, std::uint64_t line, std::string const& why) {
  throw ParseError(source, line, why);
}

std::string unknown_class(std::string const& name) {
  std::vector<std::string_view> names;
  std::string all;
  for (KernelClass const kernel_class : all_kernel_classes()) {
    names.push_back(to_string(kernel_class));
    all += (all.empty() ? "" : ", ") + std::string(names.back());
  }
  auto const like = nearest(name, names);
  return "no class '" + name.substr(0, 80) + "'" +
         (like ? "; did you mean '" + std::string(*like) + "'?" : "; there are " + all);
}

KernelClass class_of(WrittenField const& field, std::string const& source) {
  if (field.values.size() != 1) fail(source, field.line, "a rule has one class");
  auto const found = parse_kernel_class(field.values.front());
  if (!found) fail(source, field.line, unknown_class(field.values.front()));
  return *found;
}

}  // namespace

KernelRuleSet::KernelRuleSet(std::string_view yaml, std::string const& source) {
  for (WrittenRule const& written : read_rules_yaml(yaml, source)) rules_.push_back(to_rule(written, source));
  patterns_.compile();
}

KernelRuleSet::Rule KernelRuleSet::to_rule(WrittenRule const& written, std::string const& source) {
  Rule rule;
  bool has_class = false;
  for (WrittenField const& field : written.fields) {
    read_field(rule, field, source);
    has_class = has_class || field.key == "class";
  }
  if (!has_class) fail(source, written.line, "a rule needs a `class`");
  if (rule.all.empty() && rule.any.empty())
    fail(source, written.line, "a rule needs patterns: `any`, `all`, or both");
  return rule;
}

void KernelRuleSet::read_field(Rule& rule, WrittenField const& field, std::string const& source) {
  if (field.key == "class") {
    rule.kernel_class = class_of(field, source);
  } else if (field.key == "any") {
    add_patterns(rule.any, field, source);
  } else if (field.key == "all") {
    add_patterns(rule.all, field, source);
  } else if (field.key == "not") {
    add_patterns(rule.not_any, field, source);
  } else {
    fail(source, field.line,
         "a rule has no '" + field.key.substr(0, 80) + "', but `class`, `any`, `all` and `not`");
  }
}

void KernelRuleSet::add_patterns(std::vector<std::uint32_t>& to, WrittenField const& field,
                                 std::string const& source) {
  if (field.values.empty()) fail(source, field.line, "`" + field.key + "` has no pattern");
  for (std::string const& pattern : field.values) {
    try {
      to.push_back(patterns_.add(pattern));
    } catch (InvalidArgument const& error) {
      fail(source, field.line, error.what());
    }
  }
}

bool KernelRuleSet::matches(Rule const& rule, std::vector<bool> const& found) {
  auto const is_found = [&](std::uint32_t pattern) { return found[pattern]; };
  return std::all_of(rule.all.begin(), rule.all.end(), is_found) &&
         (rule.any.empty() || std::any_of(rule.any.begin(), rule.any.end(), is_found)) &&
         std::none_of(rule.not_any.begin(), rule.not_any.end(), is_found);
}

std::optional<KernelClass> KernelRuleSet::find(std::string_view text) const {
  std::vector<bool> const found = patterns_.find(text);
  for (Rule const& rule : rules_) {
    if (matches(rule, found)) return rule.kernel_class;
  }
  return std::nullopt;
}

std::string classified_text(std::string_view printed) {
  std::string text = demangled_head(printed, most_text);
  text.resize(end_of_function(text));
  if (text.starts_with("void ")) text.erase(0, 5);
  return text;
}

}  // namespace llmprof::inline v0
