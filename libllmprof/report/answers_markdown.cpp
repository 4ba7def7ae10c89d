// SPDX-License-Identifier: MIT
// The sections of a report that answers make.
#include "libllmprof/report/answer_tables.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

void add_requests(MarkdownPage& page, Answers const& answers) {
  if (answers.requests.empty()) return;
  page.heading(2, "Requests");
  page.table(request_table(answers));
  page.paragraph(
      "Means that clients saw, and the steps on the GPU in them; the rest is queueing, scheduling, "
      "tokenising and the network. A share above 100 %: requests share a step, or the capture is of another "
      "load.");
}

void add_roofline(MarkdownPage& page, Answers const& answers) {
  if (answers.kernels.empty()) return;
  page.heading(2, "Roofline");
  page.table(roofline_table(answers));
  page.paragraph(
      "Measured by Nsight Compute: operations and bytes of device memory, over the time under ncu. Of "
      "roof: the shortest time that the peaks allow, over the time it took. Peaks: " +
      escaped_markdown(answers.roofs) + ". See docs/roofline.md.");
}

std::string title_of(StepKind kind) {
  switch (kind) {
    case StepKind::prefill: return "Prefill (time to first token, on the GPU)";
    case StepKind::decode: return "Decode (time per output token)";
    case StepKind::mixed: return "Mixed steps";
    case StepKind::other: break;
  }
  return "Other";
}

std::string model_text(ModelSummary const& model) {
  std::string text = model.name.empty() ? model.variant : model.name;
  if (model.parameters.value) text += ", " + fixed(*model.parameters.value * 1e-9, 2) + " B parameters";
  if (model.active_parameters.value && model.active_parameters.value != model.parameters.value)
    text += ", " + fixed(*model.active_parameters.value * 1e-9, 2) + " B of a token";
  if (!model.dtype.empty()) text += ", " + model.dtype;
  if (model.devices > 1) text += ", on " + std::to_string(model.devices) + " GPUs";
  return text;
}

}  // namespace

void add_answers(MarkdownPage& page, Answers const& answers) {
  page.heading(2, "Answers");
  if (answers.model) page.paragraph("Model: " + escaped_markdown(model_text(*answers.model)) + ".");
  if (answers.phases.empty()) {
    page.paragraph(
        "None: no range is known to be a step of inference. Mark prefill and decode (docs/nvtx-header.md), "
        "or say which ranges they are (docs/phases.md).");
    if (!answers.classes.empty())
      page.paragraph("All kernels: " + classes_text(answers.classes, answers.classes.size()) + ".");
    return;
  }
  page.table(answer_table(answers));
  page.paragraph(
      "In steady state: steps at the begin that took much longer are set aside. A step takes from its begin, "
      "or the end of the one before it, to the end of its GPU work. Busy is the share of that in which a GPU "
      "worked; tokens/s are those of one process. docs/formulas.md has the formulas.");
  for (PhaseAnswer const& phase : answers.phases) {
    page.heading(3, title_of(phase.kind));
    std::vector<std::string> notes = answer_notes(phase);
    for (std::string& note : notes) note = escaped_markdown(note);
    page.bullets(notes);
  }
  add_requests(page, answers);
  add_roofline(page, answers);
  page.heading(2, "Findings");
  std::vector<std::string> findings;
  for (Finding const& finding : answers.findings) findings.push_back(escaped_markdown(finding_text(finding)));
  if (findings.empty()) return page.paragraph("None: nothing costs more than 5 % of a phase.");
  page.bullets(findings);
}

}  // namespace llmprof::inline v0
