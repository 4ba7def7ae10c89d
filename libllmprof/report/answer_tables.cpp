// SPDX-License-Identifier: MIT
#include "libllmprof/report/answer_tables.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t classes_in_a_table = 3;

std::string share_text(std::optional<double> share) {
  return share ? percentage(*share, 1) : std::string(not_available);
}

std::string number_text(std::optional<double> value, int digits) {
  return value ? fixed(*value, digits) : std::string(not_available);
}

std::string step_ms(StepStatistics const& steps, double ns) {
  return steps.count == 0 ? std::string(not_available) : milliseconds(std::optional(ns));
}

std::string label_text(PhaseAnswer const& phase) {
  std::string text;
  for (std::string const& label : phase.labels) text += (text.empty() ? "" : ", ") + label;
  if (phase.more_labels > 0) text += " and " + std::to_string(phase.more_labels) + " more";
  if (phase.only_warm_up) text += " (warm-up)";
  return text;
}

std::string steps_text(StepStatistics const& steps) {
  std::string text = std::to_string(steps.count);
  if (steps.set_aside > 0) text += " (+" + std::to_string(steps.set_aside) + " warm-up)";
  return text;
}

std::string scaled(double value, char const* unit) {
  return value >= 1e12 ? fixed(value * 1e-12, 2) + " T" + unit : fixed(value * 1e-9, 1) + " G" + unit;
}

std::string efficiency_text(char const* name, Efficiency const& efficiency, char const* unit) {
  std::string text = std::string(name) + ": ";
  if (!efficiency.value) return text + "n/a: " + efficiency.reason;
  text += percentage(*efficiency.value, 1) + ", " + scaled(efficiency.achieved.value_or(0), unit) + " of " +
          scaled(efficiency.denominator.value_or(0), unit);
  if (!efficiency.peak.basis.empty()) text += " (" + efficiency.peak.basis + ")";
  if (!efficiency.reason.empty()) text += "; " + efficiency.reason;
  return text;
}

/// Where the time of the devices goes, causes of idle time by size.
std::string time_text(PhaseAnswer const& phase) {
  GpuTime const& time = *phase.gpu_time;
  auto const whole = static_cast<double>(*phase.device_ns);
  std::vector<std::pair<std::int64_t, char const*>> parts{
      {time.kernels_busy_ns, "in kernels"},
      {time.idle_host_ns, "idle, nothing submitted"},
      {time.idle_submitted_ns, "idle, work submitted"},
      {time.idle_after_wait_ns.value_or(0), "idle after the host had waited"},
      {time.idle_after_copy_ns, "idle after a copy"},
      {time.after_ns, "after the last operation"}};
  std::stable_sort(parts.begin(), parts.end(),
                   [](auto const& a, auto const& b) { return a.first > b.first; });
  std::string text = "Time of the GPU: ";
  bool is_first = true;
  for (auto const& [ns, what] : parts) {
    if (static_cast<double>(ns) < 0.0005 * whole) continue;
    text += (is_first ? "" : ", ") + percentage(static_cast<double>(ns), whole) + ' ' + what;
    is_first = false;
  }
  if (phase.overlap_ns.value_or(0) > 0)
    text += "; work side by side: " + milliseconds(phase.overlap_ns) + " ms";
  if (time.delayed > 0) {
    text += "; from launch to start " +
            fixed(static_cast<double>(time.launch_delay_ns) / static_cast<double>(time.delayed) * 1e-3, 1) +
            " us in the mean";
    if (auto const depth = time.mean_queue_depth(*phase.device_ns))
      text += ", " + fixed(*depth, 1) + " operations in the queue";
  }
  return text;
}

std::string rates_text(PhaseAnswer const& phase) {
  StepStatistics const& steps = phase.steps;
  std::string text = "Steps: median " + step_ms(steps, steps.median_ns) + " ms, p95 " +
                     step_ms(steps, static_cast<double>(steps.p95_ns)) + " ms, p99 " +
                     step_ms(steps, static_cast<double>(steps.p99_ns)) + " ms, mean " +
                     step_ms(steps, steps.mean_ns) + " ms over " + steps_text(steps);
  if (steps.sampled) text += ", a sample of them";
  if (steps.calls > 0) text += "; " + fixed(phase.launches_of_step(), 1) + " kernels a step";
  if (phase.launches_of_token && steps.calls > 0)
    text += ", " + fixed(*phase.launches_of_token, 1) + " a token";
  if (phase.batch) text += "; batch " + fixed(*phase.batch, 1);
  if (phase.context) text += ", context " + fixed(*phase.context, 0) + " tokens";
  return text;
}

std::string intensity_text(RooflinePoint const& point) {
  return point.intensity ? fixed(*point.intensity, point.intensity < 10.0 ? 2 : 1)
                         : std::string(not_available);
}

std::string rate_text(std::optional<double> rate, char const* unit) {
  return rate ? scaled(*rate, unit) : std::string(not_available);
}

std::string side_text(RooflinePoint const& point) {
  return point.side ? std::string(to_string(*point.side)) : std::string(not_available);
}

std::string roofline_text(PhaseRoofline const& roofline) {
  RooflinePoint const& point = roofline.point;
  std::string text = "Roofline (" + std::string(to_string(point.source)) + "): " + intensity_text(point) +
                     " FLOP/B, " + rate_text(point.operations_per_second, "FLOP/s") + " and " +
                     rate_text(point.bytes_per_second, "B/s") + " in kernel time, " +
                     share_text(point.roof_share) + " of the " +
                     (point.side ? side_text(point) + " roof" : "roof");
  if (point.ridge) text += ", ridge at " + fixed(*point.ridge, 1) + " FLOP/B";
  if (point.at_least) text += "; operations of some kernels are not known, so there may be more";
  if (roofline.coverage)
    text += "; kernels measured: " + percentage(*roofline.coverage, 1) + " of the kernel time";
  if (roofline.uneven >= 0.01)
    text += ", of which " + percentage(roofline.uneven, 1) + " did different work with one grid";
  bool const is_measured = roofline.coverage.has_value();
  if (roofline.bytes_of_step) {
    text += std::string("; ") + (is_measured ? "in a step they move " : "a step needs ") +
            fixed(*roofline.bytes_of_step * 1e-9, 2) + " GB";
  }
  if (roofline.operations_of_step) {
    text += std::string(" and ") + (is_measured ? "do " : "") +
            fixed(*roofline.operations_of_step * 1e-9, 1) + " GFLOP" +
            (is_measured ? ", padding included" : "");
  }
  return text;
}

Table roofline_table(Answers const& answers) {
  Table table{{{"kernel", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"measured", ColumnKind::number},
               {"FLOP/B", ColumnKind::number},
               {"GFLOP/s", ColumnKind::number},
               {"GB/s", ColumnKind::number},
               {"of roof", ColumnKind::number},
               {"roof", ColumnKind::text}},
              {}};
  auto const giga = [](std::optional<double> rate) {
    return rate ? fixed(*rate * 1e-9, 1) : std::string(not_available);
  };
  for (KernelRoofline const& kernel : answers.kernels) {
    table.rows.push_back({kernel.name, milliseconds(std::optional(kernel.total_ns)),
                          std::to_string(kernel.launches), intensity_text(kernel.point),
                          giga(kernel.point.operations_per_second), giga(kernel.point.bytes_per_second),
                          share_text(kernel.point.roof_share), side_text(kernel.point)});
  }
  return table;
}

void add_requests(MarkdownPage& page, Answers const& answers) {
  if (answers.requests.empty()) return;
  page.heading(2, "Requests");
  Table table{{{"measured by", ColumnKind::text},
               {"requests", ColumnKind::number},
               {"ttft_ms", ColumnKind::number},
               {"of it prefill", ColumnKind::number},
               {"tpot_ms", ColumnKind::number},
               {"of it decode", ColumnKind::number},
               {"output tokens/s", ColumnKind::number}},
              {}};
  auto const mean = [](std::optional<LatencyStats> const& stats) {
    return milliseconds(stats ? stats->mean_ns : std::nullopt);
  };
  for (RequestComparison const& each : answers.requests) {
    RequestRun const& run = each.run;
    table.rows.push_back({std::string(to_string(run.tool)) + (run.test.empty() ? "" : ' ' + run.test),
                          count_text(run.requests), mean(run.ttft), share_text(each.prefill_share),
                          mean(run.tpot), share_text(each.decode_share),
                          number_text(run.output_tokens_per_second, 1)});
  }
  page.table(table);
  page.paragraph(
      "Means that clients saw, and the steps on the GPU in them; the rest is queueing, scheduling, "
      "tokenising "
      "and the network. A share above 100 %: requests share a step, or the capture is of another load.");
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

Table answer_table(Answers const& answers) {
  Table table{{{"phase", ColumnKind::text},
               {"steps", ColumnKind::number},
               {"median_ms", ColumnKind::number},
               {"p95_ms", ColumnKind::number},
               {"tokens/s", ColumnKind::number},
               {"busy", ColumnKind::number},
               {"bound", ColumnKind::text},
               {"MFU", ColumnKind::number},
               {"MBU", ColumnKind::number},
               {"kernel time in", ColumnKind::text}},
              {}};
  for (PhaseAnswer const& phase : answers.phases) {
    StepStatistics const& steps = phase.steps;
    table.rows.push_back({std::string(to_string(phase.kind)), steps_text(steps),
                          step_ms(steps, steps.median_ns), step_ms(steps, static_cast<double>(steps.p95_ns)),
                          number_text(phase.tokens_per_second, 1), share_text(phase.busy),
                          std::string(to_string(phase.verdict.bound)), share_text(phase.mfu.value),
                          share_text(phase.mbu.value), classes_text(phase.classes, classes_in_a_table)});
  }
  return table;
}

std::string classes_text(std::vector<ClassShare> const& classes, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, classes.size()); ++i) {
    if (classes[i].total_ns <= 0) break;
    text += (i == 0 ? "" : ", ") + std::string(to_string(classes[i].kernel_class)) + ' ' +
            fixed(classes[i].share * 100, 0) + " %";
  }
  return text.empty() ? std::string(not_available) : text;
}

std::vector<std::string> answer_notes(PhaseAnswer const& phase) {
  std::vector<std::string> notes;
  notes.push_back("Ranges: " + label_text(phase));
  if (phase.steps.count > 0) {
    notes.push_back(rates_text(phase));
  } else if (phase.ranges.value_or(0) > 0 && phase.wall_ns) {
    notes.push_back("Ranges are known as sums alone: " + std::to_string(*phase.ranges) + " of " +
                    milliseconds(std::optional(static_cast<double>(*phase.wall_ns) /
                                               static_cast<double>(*phase.ranges))) +
                    " ms wall time in the mean");
  }
  notes.push_back("Verdict: " + std::string(to_string(phase.verdict.bound)) + ": " + phase.verdict.because);
  if (phase.gpu_time && phase.device_ns.value_or(0) > 0) notes.push_back(time_text(phase));
  notes.push_back(efficiency_text("MFU", phase.mfu, "FLOP/s"));
  notes.push_back(efficiency_text("MBU", phase.mbu, "B/s"));
  if (phase.roofline) notes.push_back(roofline_text(*phase.roofline));
  if (!phase.classes.empty())
    notes.push_back("Kernel time: " + classes_text(phase.classes, phase.classes.size()));
  return notes;
}

std::vector<std::string> efficiency_notes(PhaseAnswer const& phase) {
  std::string const who = std::string(to_string(phase.kind)) + ' ';
  return {who + efficiency_text("MFU", phase.mfu, "FLOP/s"), who + efficiency_text("MBU", phase.mbu, "B/s")};
}

std::string finding_text(Finding const& finding) {
  std::string text = finding.what;
  if (finding.gain_ns && finding.gain_share) {
    text += ": at most " + milliseconds(finding.gain_ns) + " ms (" + percentage(*finding.gain_share, 1) +
            ") to gain";
  }
  return text + ". Evidence: " + finding.evidence + ". Try: " + finding.suggestion + '.';
}

void add_answers(MarkdownPage& page, Answers const& answers) {
  page.heading(2, "Answers");
  if (answers.model) page.paragraph("Model: " + escaped_markdown(model_text(*answers.model)) + ".");
  if (answers.phases.empty()) {
    page.paragraph(
        "None: no range is known to be a step of inference. Mark prefill and decode (docs/nvtx-header.md), "
        "or "
        "say which ranges they are (docs/phases.md).");
    if (!answers.classes.empty())
      page.paragraph("All kernels: " + classes_text(answers.classes, answers.classes.size()) + ".");
    return;
  }
  page.table(answer_table(answers));
  page.paragraph(
      "In steady state: steps at the begin that took much longer are set aside. A step takes from its begin, "
      "or "
      "the end of the one before it, to the end of its GPU work. Busy is the share of that in which a GPU "
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
