// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/analyze/answers.hpp"
#include "llmprof/analyze/kernel_classifier.hpp"
#include "llmprof/analyze/phase_rules.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/model_spec.hpp"
#include "llmprof/session/inputs.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Files that say what a capture does not; empty: none.
struct InterpretationFiles {
  std::string model;         ///< config.json of Hugging Face, or model.yaml.
  std::string phase_rules;   ///< Which ranges are steps of inference.
  std::string kernel_rules;  ///< What kernels do.
  std::string requests;      ///< What clients measured: vllm bench serve, AIPerf, ...
  std::string ceilings;      ///< What a GPU was measured to do: `llmprof doctor --measure --save`.
};

/// What they say.
struct Interpretation {
  std::optional<ModelSpec> model;
  PhaseRules phases;
  KernelClassifier kernels = KernelClassifier::built_in();
  std::optional<RequestMetrics> requests;
  std::optional<Ceilings> ceilings;
  std::vector<LoadedFile> files;  ///< What was read, for inputs.yaml.

  /// The answers of a profile, with the model and the classes of kernels.
  [[nodiscard]] Answers answers(Profile const& profile) const;
};

/// @throws IoError, ParseError if a file cannot be used.
[[nodiscard]] Interpretation read_interpretation(InterpretationFiles const& files);

}  // namespace v0
}  // namespace llmprof
