// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/support/yaml_rules.hpp"
#include "llmprof/model/engine_step.hpp"

namespace llmprof::inline v0 {

/// The phase rules of one file, in its order.
class PhaseRuleSet {
 public:
  /// @throws ParseError
  PhaseRuleSet(std::string_view yaml, std::string const& source);

  /// What the first rule that matches says; absent without one. @param name At most 1,024 bytes.
  [[nodiscard]] std::optional<EngineStep> find(std::string_view name, std::string_view domain) const;

 private:
  /// `$2`, a group of the expression, or a number.
  struct Count {
    std::optional<std::size_t> group;
    std::int64_t number = 0;
  };
  using Field = std::optional<std::int64_t> EngineStep::*;

  struct Rule {
    std::regex match;
    std::optional<std::string> domain;
    StepKind kind = StepKind::other;
    std::vector<std::pair<Field, Count>> counts;
  };

  [[nodiscard]] static Rule to_rule(WrittenRule const& written, std::string const& source);
  [[nodiscard]] static Count count_of(WrittenField const& field, Rule const& rule, std::string const& source);
  [[nodiscard]] static EngineStep step_of(Rule const& rule, std::cmatch const& match);

  std::vector<Rule> rules_;
};

}  // namespace llmprof::inline v0
