// SPDX-License-Identifier: MIT
#include "llmprof/analyze/answers.hpp"

#include <algorithm>

#include "libllmprof/analyze/class_shares.hpp"
#include "libllmprof/analyze/findings.hpp"
#include "libllmprof/analyze/phase_answer.hpp"
#include "libllmprof/analyze/phase_roofline.hpp"
#include "libllmprof/analyze/step_efficiency.hpp"
#include "libllmprof/analyze/step_groups.hpp"
#include "llmprof/analyze/model_costs.hpp"

namespace llmprof::inline v0 {
namespace {

ModelSummary summary_of(ModelSpec const& model) {
  return {model.name,
          model.variant,
          total_parameters(model),
          active_parameters(model),
          model.dtype ? std::string(to_string(*model.dtype)) : std::string(),
          model.devices()};
}

std::optional<double> share_in(PhaseAnswer const* phase, std::optional<LatencyStats> const& seen) {
  if (phase == nullptr || phase->steps.count == 0 || !seen || !seen->mean_ns || *seen->mean_ns <= 0)
    return std::nullopt;
  return phase->steps.mean_ns / *seen->mean_ns;
}

std::vector<RequestComparison> compared(RequestMetrics const& requests, Answers const& answers) {
  std::vector<RequestComparison> all;
  for (RequestRun const& run : requests.runs) {
    all.push_back({run, share_in(answers.find(StepKind::prefill), run.ttft),
                   share_in(answers.find(StepKind::decode), run.tpot)});
  }
  return all;
}

std::optional<double> unclassified(std::vector<ClassShare> const& shares) {
  if (shares.empty()) return std::nullopt;
  for (ClassShare const& share : shares) {
    if (share.kernel_class == KernelClass::other) return share.share;
  }
  return 0.0;
}

}  // namespace

PhaseAnswer const* Answers::find(StepKind kind) const noexcept {
  auto const found = std::find_if(phases.begin(), phases.end(),
                                  [&](PhaseAnswer const& phase) { return phase.kind == kind; });
  return found == phases.end() ? nullptr : &*found;
}

Answers answer(Profile const& profile, AnswerOptions const& options) {
  Answers answers;
  answers.source = profile.source;
  if (options.model != nullptr) {
    answers.model = summary_of(*options.model);
    answers.diagnostics = options.model->diagnostics;
  }
  std::vector<KernelClass> const classes = classes_of(profile, options.classifier);
  answers.classes = class_shares(profile.kernels, classes);
  answers.unclassified = unclassified(answers.classes);
  std::vector<StepGroup> const groups = step_groups(profile);
  for (StepGroup const& group : groups)
    answers.phases.push_back(answer_phase(profile, group, groups, classes, options));
  if (!profile.work.empty() && !profile.devices.empty()) {
    DeviceRoofs const roofs = roofs_of(spec_of(profile.devices.front(), options.ceilings));
    answers.kernels = kernel_rooflines(profile, roofs.peaks);
    answers.roofs = roofs.basis;
  }
  if (options.requests != nullptr) {
    answers.requests = compared(*options.requests, answers);
    answers.diagnostics.insert(answers.diagnostics.end(), options.requests->diagnostics.begin(),
                               options.requests->diagnostics.end());
  }
  answers.findings = find_costs(profile, answers);
  return answers;
}

}  // namespace llmprof::inline v0
