// SPDX-License-Identifier: MIT
// Sentences about a phase, and about a finding.
#include <algorithm>
#include <utility>

#include "libllmprof/report/answer_tables.hpp"
#include "libllmprof/report/answer_texts.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

std::string label_text(PhaseAnswer const& phase) {
  std::string text;
  for (std::string const& label : phase.labels) text += (text.empty() ? "" : ", ") + label;
  if (phase.more_labels > 0) text += " and " + std::to_string(phase.more_labels) + " more";
  if (phase.only_warm_up) text += " (warm-up)";
  return text;
}

std::string scaled(double value, char const* unit) {
  return value >= 1e12 ? fixed(value * 1e-12, 2) + " T" + unit : fixed(value * 1e-9, 1) + " G" + unit;
}

std::string rate_text(std::optional<double> rate, char const* unit) {
  return rate ? scaled(*rate, unit) : std::string(not_available);
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
  if (phase.side_by_side && *phase.side_by_side >= 1.05)
    text += "; " + fixed(*phase.side_by_side, 1) + " at a time in a process";
  if (phase.batch) text += "; batch " + fixed(*phase.batch, 1);
  if (phase.context) text += ", context " + fixed(*phase.context, 0) + " tokens";
  return text;
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

}  // namespace

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

}  // namespace llmprof::inline v0
