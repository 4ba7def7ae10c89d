// SPDX-License-Identifier: MIT
#include "llmprof/analyze/phase_rules.hpp"

#include "libllmprof/analyze/engine_forms.hpp"
#include "libllmprof/analyze/phase_rule_set.hpp"
#include "libllmprof/support/file.hpp"
#include "llmprof/analyze/engine_label.hpp"

namespace llmprof::inline v0 {

PhaseRules PhaseRules::from_file(std::filesystem::path const& file) {
  return from_yaml(read_file(file), file.string());
}

PhaseRules PhaseRules::from_yaml(std::string_view text, std::string const& source) {
  PhaseRules rules;
  rules.rules_ = std::make_shared<PhaseRuleSet const>(text, source);
  return rules;
}

std::optional<EngineStep> PhaseRules::read(std::string_view name, std::string_view domain) const {
  if (name.size() > most_label) return std::nullopt;
  if (rules_) {
    if (auto const step = rules_->find(name, domain)) return step;
  }
  return read_engine_label(name, domain);
}

}  // namespace llmprof::inline v0
