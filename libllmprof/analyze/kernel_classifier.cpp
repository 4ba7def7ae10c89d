// SPDX-License-Identifier: MIT
#include "llmprof/analyze/kernel_classifier.hpp"

#include "libllmprof/analyze/kernel_rule_set.hpp"
#include "libllmprof/analyze/rules/rules_text.hpp"
#include "libllmprof/support/file.hpp"

namespace llmprof::inline v0 {

KernelClassifier const& KernelClassifier::built_in() {
  static KernelClassifier const built_in =
      from_yaml(kernel_classes_rules(), "the built-in kernel classes", KernelClassifier());
  return built_in;
}

KernelClassifier KernelClassifier::from_file(std::filesystem::path const& file,
                                             KernelClassifier const& fallback) {
  return from_yaml(read_file(file), file.string(), fallback);
}

KernelClassifier KernelClassifier::from_yaml(std::string_view text, std::string const& source,
                                             KernelClassifier const& fallback) {
  KernelClassifier classifier;
  classifier.sets_.push_back(std::make_shared<KernelRuleSet const>(text, source));
  classifier.sets_.insert(classifier.sets_.end(), fallback.sets_.begin(), fallback.sets_.end());
  return classifier;
}

KernelClass KernelClassifier::classify(std::string_view name) const {
  std::string const text = classified_text(name);
  for (auto const& set : sets_) {
    if (auto const found = set->find(text)) return *found;
  }
  return KernelClass::other;
}

}  // namespace llmprof::inline v0
