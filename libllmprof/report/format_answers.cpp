// SPDX-License-Identifier: MIT
#include "libllmprof/report/answer_tables.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/answers.hpp"

namespace llmprof::inline v0 {
namespace {

/// What would make an n/a a figure, once for all phases.
std::string missing_text(Answers const& answers) {
  for (PhaseAnswer const& phase : answers.phases) {
    if (!phase.mfu.value) return "MFU and MBU: n/a: " + phase.mfu.reason + '\n';
  }
  return {};
}

}  // namespace

std::string format_answers(Answers const& answers, FormatOptions const& options, std::size_t findings) {
  if (answers.phases.empty()) return {};
  std::string text = terminal_table(answer_table(answers), options.width);
  for (PhaseAnswer const& phase : answers.phases)
    text += std::string(to_string(phase.kind)) + ": " + phase.verdict.because + '\n';
  text += missing_text(answers);
  std::size_t shown = 0;
  for (Finding const& finding : answers.findings) {
    if (shown++ == findings) break;
    text += std::to_string(shown) + ". " + finding.what;
    if (finding.gain_share) text += " (at most " + percentage(*finding.gain_share, 1) + " to gain)";
    text += ". Try: " + finding.suggestion + '\n';
  }
  return text;
}

}  // namespace llmprof::inline v0
