// SPDX-License-Identifier: MIT
#include "llmprof/session/interpretation.hpp"

#include "llmprof/parse/ceilings.hpp"
#include "llmprof/parse/model_spec.hpp"
#include "llmprof/parse/request_metrics.hpp"

namespace llmprof::inline v0 {

Answers Interpretation::answers(Profile const& profile) const {
  AnswerOptions options;
  options.model = model ? &*model : nullptr;
  options.requests = requests ? &*requests : nullptr;
  options.ceilings = ceilings ? &*ceilings : nullptr;
  options.classifier = kernels;
  return answer(profile, options);
}

Interpretation read_interpretation(InterpretationFiles const& files) {
  Interpretation made;
  if (!files.model.empty()) {
    made.model = read_model_spec(files.model);
    made.files.push_back(
        {made.model->source.empty() ? files.model : made.model->source, "model description"});
  }
  if (!files.phase_rules.empty()) {
    made.phases = PhaseRules::from_file(files.phase_rules);
    made.files.push_back({files.phase_rules, "rules for phases"});
  }
  if (!files.kernel_rules.empty()) {
    made.kernels = KernelClassifier::from_file(files.kernel_rules);
    made.files.push_back({files.kernel_rules, "rules for kernels"});
  }
  if (!files.requests.empty()) {
    made.requests = read_request_metrics_file(files.requests);
    made.files.push_back({files.requests, "request metrics"});
  }
  if (!files.ceilings.empty()) {
    made.ceilings = read_ceilings_file(files.ceilings);
    made.files.push_back({files.ceilings, "measured ceilings"});
  }
  return made;
}

}  // namespace llmprof::inline v0
