// SPDX-License-Identifier: MIT
// A report of your own: one line of CSV for each kind of step, for a dashboard or a regression test.
//
//   custom_report MODEL CAPTURE...      MODEL: a config.json of Hugging Face, a model.yaml, or "" for none
#include <cstdlib>
#include <iostream>
#include <optional>

#include "llmprof/error.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/interpretation.hpp"

namespace {

// What is not known is an empty cell, never a zero.
std::string cell(std::optional<double> value) { return value ? std::to_string(*value) : ""; }

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "usage: custom_report MODEL CAPTURE...\n";
    return 2;
  }
  llmprof::InterpretationFiles files;
  files.model = argv[1];
  llmprof::Interpretation const interpretation = llmprof::read_interpretation(files);
  llmprof::LoadedInputs const inputs = llmprof::load_inputs({argv + 2, argv + argc});
  llmprof::Answers const answers = interpretation.answers(inputs.profile);

  std::cout << "phase,steps,median_ms,busy,mfu,mbu,bound\n";
  for (llmprof::PhaseAnswer const& phase : answers.phases) {
    std::optional<double> median_ms;
    if (phase.steps.count != 0) median_ms = phase.steps.median_ns / 1e6;
    std::cout << to_string(phase.kind) << ',' << phase.steps.count << ',' << cell(median_ms) << ','
              << cell(phase.busy) << ',' << cell(phase.mfu.value) << ',' << cell(phase.mbu.value) << ','
              << to_string(phase.verdict.bound) << '\n';
  }
  // Why something is missing belongs beside the figures.
  for (auto const& note : answers.diagnostics) std::cerr << note.text << '\n';
  return EXIT_SUCCESS;
} catch (llmprof::Error const& error) {
  std::cerr << "custom_report: " << error.what() << '\n';
  return EXIT_FAILURE;
}
