// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/phase_rule_set.hpp"

#include <array>
#include <utility>

#include "libllmprof/analyze/label_scanner.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_expression = 1024;

#ifdef __GLIBCXX__
// Takes a time that is bounded by the label's length, where backtracking may take for ever. Its price: an
// expression cannot refer back to a group.
constexpr auto syntax = std::regex::ECMAScript | std::regex_constants::__polynomial;
#else
constexpr auto syntax = std::regex::ECMAScript;
#endif

[[noreturn]] void fail(std::string const& source, std::uint64_t line, std::string const& why) {
  throw ParseError(source, line, why);
}

std::string const& only_value(WrittenField const& field, std::string const& source) {
  if (field.values.size() != 1) fail(source, field.line, "`" + field.key + "` takes one value");
  return field.values.front();
}

WrittenField const* find_field(WrittenRule const& written, std::string_view key) {
  for (WrittenField const& field : written.fields) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

WrittenField const& needed_field(WrittenRule const& written, std::string_view key,
                                 std::string const& source) {
  WrittenField const* const field = find_field(written, key);
  if (field == nullptr) fail(source, written.line, "a rule needs a `" + std::string(key) + "`");
  return *field;
}

std::regex expression_of(WrittenField const& field, std::string const& source) {
  std::string const& text = only_value(field, source);
  if (text.empty() || text.size() > most_expression)
    fail(source, field.line, "an expression has 1 to 1,024 characters");
  try {
    return std::regex(text, syntax);
  } catch (std::regex_error const& error) {
    fail(source, field.line, "bad expression '" + text.substr(0, 80) + "': " + error.what());
  }
}

StepKind kind_of(WrittenField const& field, std::string const& source) {
  auto const kind = parse_step_kind(only_value(field, source));
  if (!kind) fail(source, field.line, "`phase` is prefill, decode, mixed or other");
  return *kind;
}

using Field = std::optional<std::int64_t> EngineStep::*;

/// Absent if there is no such key.
std::optional<Field> count_field(std::string_view key, StepKind kind) {
  using Entry = std::pair<std::string_view, Field>;
  constexpr std::array fields{Entry{"context_requests", &EngineStep::context_requests},
                              Entry{"context_tokens", &EngineStep::context_tokens},
                              Entry{"generation_requests", &EngineStep::generation_requests},
                              Entry{"generation_tokens", &EngineStep::generation_tokens},
                              Entry{"batch", &EngineStep::batch}};
  for (auto const& [name, field] : fields) {
    if (key == name) return field;
  }
  if (key == "tokens" && kind == StepKind::prefill) return &EngineStep::context_tokens;
  if (key == "tokens" && kind == StepKind::decode) return &EngineStep::generation_tokens;
  return std::nullopt;
}

std::string unknown_key(std::string const& key) {
  if (key == "tokens")
    return "`tokens` is of prefill or decode; write `context_tokens` or `generation_tokens`";
  return "a rule has no '" + key.substr(0, 80) +
         "', but `match`, `domain`, `phase`, `tokens`, `batch`, `context_requests`, `context_tokens`, "
         "`generation_requests` and `generation_tokens`";
}

}  // namespace

PhaseRuleSet::PhaseRuleSet(std::string_view yaml, std::string const& source) {
  for (WrittenRule const& written : read_rules_yaml(yaml, source)) rules_.push_back(to_rule(written, source));
}

PhaseRuleSet::Rule PhaseRuleSet::to_rule(WrittenRule const& written, std::string const& source) {
  Rule rule;
  rule.match = expression_of(needed_field(written, "match", source), source);
  rule.kind = kind_of(needed_field(written, "phase", source), source);
  for (WrittenField const& field : written.fields) {
    if (field.key == "match" || field.key == "phase") continue;
    if (field.key == "domain") {
      rule.domain = only_value(field, source);
      continue;
    }
    auto const count = count_field(field.key, rule.kind);
    if (!count) fail(source, field.line, unknown_key(field.key));
    rule.counts.emplace_back(*count, count_of(field, rule, source));
  }
  return rule;
}

PhaseRuleSet::Count PhaseRuleSet::count_of(WrittenField const& field, Rule const& rule,
                                           std::string const& source) {
  LabelScanner scanner(only_value(field, source));
  bool const is_group = scanner.skip("$");
  auto const number = scanner.number();
  if (!number || !scanner.at_end())
    fail(source, field.line, "`" + field.key + "` is a number, or a group of `match`: $1");
  if (!is_group) return {std::nullopt, *number};
  auto const group = static_cast<std::uint64_t>(*number);
  if (group == 0 || group > rule.match.mark_count()) {
    fail(source, field.line,
         "`match` has " + std::to_string(rule.match.mark_count()) + " groups, and $" + std::to_string(group) +
             " is none of them");
  }
  return {static_cast<std::size_t>(group), 0};
}

/// A group that is no number, or took no part, says nothing.
EngineStep PhaseRuleSet::step_of(Rule const& rule, std::cmatch const& match) {
  EngineStep step;
  step.kind = rule.kind;
  for (auto const& [field, count] : rule.counts) {
    if (!count.group) {
      step.*field = count.number;
      continue;
    }
    std::csub_match const& group = match[*count.group];
    LabelScanner scanner(group.matched
                             ? std::string_view(group.first, static_cast<std::size_t>(group.length()))
                             : std::string_view());
    auto const value = scanner.number();
    if (value && scanner.at_end()) step.*field = value;
  }
  return step;
}

std::optional<EngineStep> PhaseRuleSet::find(std::string_view name, std::string_view domain) const {
  for (Rule const& rule : rules_) {
    if (rule.domain && *rule.domain != domain) continue;
    std::cmatch match;
    if (std::regex_search(name.data(), name.data() + name.size(), match, rule.match))
      return step_of(rule, match);
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
