// SPDX-License-Identifier: MIT
#include "llmprof/report/report_markdown.hpp"

#include <algorithm>

#include "libllmprof/report/answer_tables.hpp"
#include "libllmprof/report/counter_table.hpp"
#include "libllmprof/report/kernel_tables.hpp"
#include "libllmprof/report/markdown.hpp"
#include "libllmprof/report/phase_figures.hpp"
#include "libllmprof/report/process_label.hpp"
#include "libllmprof/report/run_sums_markdown.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/kernels_markdown.hpp"
#include "llmprof/report/non_finite.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double much_outside = 0.05;  // from here on the threads are listed
constexpr std::size_t kernels_a_phase = 10;
constexpr std::size_t measured_kernels = 20;

std::string text_or_unknown(std::string const& text) {
  return text.empty() ? std::string(not_available) : escaped_markdown(text);
}

void add_header(MarkdownPage& page, Profile const& profile) {
  page.heading(1, "GPU Time per Phase");
  std::string const busy = profile.has_timeline ? milliseconds(std::optional(profile.gpu_busy_ns)) + " ms"
                                                : std::string("n/a (the input has no timeline)");
  page.bullets(
      {"Source: " + text_or_unknown(profile.source), "Collected by: " + text_or_unknown(profile.tool),
       "Devices: " + escaped_markdown(device_labels(profile)),
       "Capture length: " + milliseconds(profile.capture_ns) + (profile.capture_ns ? " ms" : ""),
       "GPU kernel time: " + milliseconds(profile.total.kernel_ns) +
           (profile.total.kernel_ns ? " ms in " : " in ") + count_text(profile.total.calls) + " launches",
       "GPU busy: " + busy});
}

std::optional<std::int64_t> in_ranges_ns(Profile const& profile) {
  return static_cast<std::int64_t>(attributed_ns(profile));
}

/// Launches in ranges: what is neither outside nor without a record. Absent if the profile contradicts
/// itself.
std::string calls_in_ranges(Profile const& profile) {
  auto const total = profile.total.calls;
  if (!total || !profile.outside.calls || !profile.no_launch_record.calls) return std::string(not_available);
  std::uint64_t const elsewhere = *profile.outside.calls + *profile.no_launch_record.calls;
  if (elsewhere > *total) return std::string(not_available);
  return std::to_string(*total - elsewhere);
}

void add_coverage(MarkdownPage& page, Profile const& profile) {
  page.heading(2, "Coverage");
  if (!profile.has_timeline) return page.paragraph("Not known: " + why_no_phases(profile) + '.');
  Table table{{{"kernels", ColumnKind::text},
               {"kernel_ms", ColumnKind::number},
               {"share", ColumnKind::number},
               {"calls", ColumnKind::number}},
              {}};
  auto const add = [&](char const* what, std::optional<std::int64_t> ns, std::string calls) {
    table.rows.push_back({std::string(what), milliseconds(ns),
                          share_text(share_of(ns, profile.total.kernel_ns)), std::move(calls)});
  };
  add("in ranges", in_ranges_ns(profile), calls_in_ranges(profile));
  add("outside any range", profile.outside.kernel_ns, count_text(profile.outside.calls));
  add("no launch record", profile.no_launch_record.kernel_ns, count_text(profile.no_launch_record.calls));
  add("total", profile.total.kernel_ns, count_text(profile.total.calls));
  page.table(table);
}

/// The parts must be the whole, to the nanosecond.
void add_balance(MarkdownPage& page, Profile const& profile) {
  if (!profile.has_timeline || !profile.total.kernel_ns) return;
  auto const parts = attributed_ns(profile) +
                     static_cast<std::uint64_t>(profile.outside.kernel_ns.value_or(0)) +
                     static_cast<std::uint64_t>(profile.no_launch_record.kernel_ns.value_or(0));
  auto const difference =
      static_cast<std::int64_t>(parts - static_cast<std::uint64_t>(*profile.total.kernel_ns));
  if (difference != 0) {
    page.paragraph("The parts differ from the total by " + std::to_string(difference) +
                   " ns: this profile is damaged, or its sums overflowed.");
  }
}

Table phase_table(Profile const& profile) {
  Table table{{{"phase", ColumnKind::name},
               {"instances", ColumnKind::number},
               {"wall_ms", ColumnKind::number},
               {"span_ms", ColumnKind::number},
               {"kernel_ms", ColumnKind::number},
               {"exclusive_ms", ColumnKind::number},
               {"busy_ms", ColumnKind::number},
               {"busy", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"tokens", ColumnKind::number},
               {"tokens/s", ColumnKind::number}},
              {}};
  for (PhaseProfile const& phase : profile.phases) {
    auto const rate = tokens_per_second(phase);
    table.rows.push_back({{to_string(phase.path.back()), phase.depth()},
                          count_text(phase.instances),
                          milliseconds(phase.wall_ns),
                          milliseconds(phase.span_ns),
                          milliseconds(phase.kernel_ns),
                          milliseconds(phase.exclusive_kernel_ns),
                          milliseconds(phase.gpu_busy_ns),
                          share_text(busy_share(phase)),
                          count_text(phase.calls),
                          count_text(phase.tokens),
                          fixed(rate, 1)});
  }
  return table;
}

void add_asynchronous_note(MarkdownPage& page, Profile const& profile) {
  std::string names;
  for (PhaseProfile const& phase : profile.phases) {
    if (!phase.asynchronous.value_or(false)) continue;
    names += (names.empty() ? "" : ", ") + page.name(to_string(phase.path));
  }
  if (names.empty()) return;
  page.paragraph(
      "Asynchronous: " + names +
      ". GPU work ended after the range had closed, so wall time is not the time of these phases, and "
      "no tokens/s is given.");
}

void add_token_note(MarkdownPage& page, Profile const& profile) {
  std::string text;
  bool from_labels = false;
  for (PhaseProfile const& phase : profile.phases) {
    if (!phase.tokens || phase.tokens_from == TokenSource::none) continue;
    if (phase.tokens_from == TokenSource::label) {  // there may be hundreds
      from_labels = true;
      continue;
    }
    text += (text.empty() ? "Tokens: " : "; ") + page.name(to_string(phase.path)) + " from ";
    switch (phase.tokens_from) {
      case TokenSource::mark: text += "marks"; break;
      case TokenSource::payload: text += "payloads"; break;
      case TokenSource::steps: text += "the sum of its steps"; break;
      case TokenSource::none:
      case TokenSource::label:
      case TokenSource::several: text += "marks, payloads or steps, not the same for each"; break;
    }
  }
  if (from_labels) text += text.empty() ? "Tokens: from the engine's labels" : "; the others from labels";
  if (!text.empty()) page.paragraph(text + '.');
}

void add_phases(MarkdownPage& page, Profile const& profile) {
  page.heading(2, "Phases");
  if (profile.phases.empty()) return page.paragraph("No phases: " + why_no_phases(profile) + '.');
  page.table(phase_table(profile));
  page.paragraph(
      "Wall is the host range, span runs from the first GPU operation to the end of the last, kernel is the "
      "sum over kernels of the phase and all inside it (exclusive: without what is inside), busy the time "
      "in which a GPU worked, and its share of the longer of wall and span.");
  bool const any_replayed = std::any_of(profile.phases.begin(), profile.phases.end(),
                                        [](PhaseProfile const& phase) { return phase.replayed.calls > 0; });
  if (any_replayed) page.paragraph(replayed_note);
  add_token_note(page, profile);
  add_asynchronous_note(page, profile);
}

void add_outside_threads(MarkdownPage& page, Profile const& profile) {
  Table table{{{"process", ColumnKind::text},
               {"thread", ColumnKind::number},
               {"name", ColumnKind::name},
               {"kernel_ms", ColumnKind::number},
               {"calls", ColumnKind::number}},
              {}};
  auto const processes = process_labels(profile);
  for (OutsideThread const& thread : profile.outside_threads) {
    table.rows.push_back({processes.at(thread.process), std::to_string(thread.tid),
                          thread.name.empty() ? std::string(not_available) : thread.name,
                          milliseconds(std::optional(thread.kernel_ns)), std::to_string(thread.calls)});
  }
  page.table(table);
}

void add_outside(MarkdownPage& page, Profile const& profile) {
  page.heading(2, "Outside any range");
  auto const share = share_of(profile.outside.kernel_ns, profile.total.kernel_ns);
  if (!profile.has_timeline) return page.paragraph("Not known: " + why_no_phases(profile) + '.');
  if (!share) return page.paragraph("Not known: the capture holds no kernel time.");
  std::string const amount = share_text(share) + " of the GPU kernel time";
  if (*share <= much_outside) return page.paragraph(amount + " was launched outside any range.");
  page.paragraph(amount + " was launched outside any range, by these threads:");
  add_outside_threads(page, profile);
}

void add_hidden_graphs(MarkdownPage& page, HiddenGraphs const& graphs) {
  if (graphs.launches == 0) return;
  page.paragraph(
      "Hidden: " + std::to_string(graphs.launches) + " launches of CUDA graphs (" +
      milliseconds(std::optional(graphs.gpu_ns)) +
      " ms on the GPU) were traced as a whole; their kernels are in no figure here. Trace graph nodes "
      "(nsys: --cuda-graph-trace=node, llmprof run: --graphs nodes) to see them.");
}

void add_kernels(MarkdownPage& page, Profile const& profile) {
  page.heading(2, "Top kernels");
  page.heading(3, "Whole capture");
  page.table(kernel_report_table(top_kernels(to_records(profile, profile.kernels), kernels_a_phase)));
  for (PhaseProfile const& phase : profile.phases) {
    if (phase.depth() > 1 || phase.kernels.empty()) continue;
    page.heading(3, page.name(to_string(phase.path)));
    page.table(kernel_report_table(top_kernels(to_records(profile, phase.kernels), kernels_a_phase)));
  }
}

/// Only where ncu measured something: most captures have no counters.
void add_counters(MarkdownPage& page, Profile const& profile) {
  if (profile.measured.empty()) return;
  page.heading(2, "Hardware counters");
  page.table(counter_table(profile, measured_kernels));
  page.paragraph(
      "Measured by Nsight Compute, kernels in the order of their time. Measured: launches that ncu "
      "measured; like it: launches on the timeline with the same grid and block as one of those. Times under "
      "ncu (ncu_us, mean) are not those of the timeline: it replays kernels alone, with other clocks and "
      "cold "
      "caches. Shares and rates are means weighted by time, amounts are means of a launch.");
  if (profile.measured.size() > measured_kernels) {
    page.paragraph(std::to_string(profile.measured.size() - measured_kernels) +
                   " more kernels were measured; profile.json has them all.");
  }
}

std::string collected_text(CollectionCost const& cost) {
  std::string text = "Recorded: " + std::to_string(cost.ranges) + " ranges, " +
                     std::to_string(cost.launches) + " launches and " + std::to_string(cost.gpu_records) +
                     " GPU records of " + std::to_string(cost.processes) + " process(es), " +
                     std::to_string(cost.spool_bytes) + " bytes";
  if (cost.dropped > 0) text += "; " + std::to_string(cost.dropped) + " more were dropped for want of room";
  return text;
}

/// `12.000 ms, 1.2 % of the workload's wall time`, or n/a.
std::string of_wall(std::optional<std::int64_t> ns, CollectionCost const& cost) {
  if (!ns) return std::string(not_available);
  return milliseconds(ns) + " ms, " +
         percentage(static_cast<double>(*ns), static_cast<double>(cost.workload_wall_ns)) +
         " of the workload's wall time";
}

void add_collection(MarkdownPage& page, std::optional<CollectionCost> const& cost) {
  if (!cost) return;
  page.heading(2, "What collecting cost");
  std::vector<std::string> lines{
      collected_text(*cost),
      "Wall time of the workload: " + milliseconds(std::optional(cost->workload_wall_ns)) + " ms",
      "In the collector's callbacks, all threads of the program (estimate): " +
          of_wall(cost->callback_ns, *cost),
      "Taking GPU records out of CUPTI's buffers, on other threads: " + of_wall(cost->flush_ns, *cost)};
  if (cost->without_wall_ns) {
    lines.push_back("Compared: " + comparison_text(*cost) +
                    " (wall times of one pair of processes, which differ by themselves, too)");
  }
  page.bullets(lines);
}

}  // namespace

std::string report_markdown(Profile const& profile, Answers const* answers) {
  MarkdownPage page;
  add_header(page, profile);
  if (answers != nullptr) add_answers(page, *answers);
  add_coverage(page, profile);
  add_balance(page, profile);
  add_phases(page, profile);
  add_whole_run(page, profile.whole_run);
  add_outside(page, profile);
  add_hidden_graphs(page, profile.hidden_graphs);
  add_kernels(page, profile);
  add_counters(page, profile);
  add_collection(page, profile.collection);
  page.heading(2, "Diagnostics");
  Diagnostics diagnostics = profile.diagnostics;
  if (answers != nullptr)
    diagnostics.insert(diagnostics.end(), answers->diagnostics.begin(), answers->diagnostics.end());
  for (Diagnostic const& diagnostic : non_finite(profile)) diagnostics.push_back(diagnostic);
  add_diagnostics(page, diagnostics);
  return page.take();
}

void write_report_markdown(Profile const& profile, std::filesystem::path const& path,
                           Answers const* answers) {
  write_file_atomically(path, report_markdown(profile, answers));
}

}  // namespace llmprof::inline v0
