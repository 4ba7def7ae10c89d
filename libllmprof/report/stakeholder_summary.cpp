// SPDX-License-Identifier: MIT
#include "llmprof/report/stakeholder_summary.hpp"

#include "libllmprof/report/answer_tables.hpp"
#include "libllmprof/report/environment_table.hpp"
#include "libllmprof/report/kernel_tables.hpp"
#include "libllmprof/report/markdown.hpp"
#include "libllmprof/report/operator_table.hpp"
#include "libllmprof/report/phase_figures.hpp"
#include "libllmprof/report/takeaways.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/kernels_markdown.hpp"
#include "llmprof/report/non_finite.hpp"

namespace llmprof::inline v0 {
namespace {

std::string with_unit(std::string const& figure, char const* unit) {
  return figure == not_available ? figure : figure + unit;
}

std::string milliseconds_text(std::optional<std::int64_t> ns) { return with_unit(milliseconds(ns), " ms"); }

/// Rows of the aggregates that come from one of the built-in phases.
void add_phase_aggregates(Table& table, Profile const& profile, char const* name, std::string const& title) {
  auto const phases = profile.find_all({{"LLM", name}});
  if (phases.empty()) {
    table.rows.push_back({title, "n/a (no range LLM@" + std::string(name) + ')'});
    return;
  }
  PhaseProfile const all = merged(phases);  // it may stand inside every request
  PhaseProfile const* const phase = &all;
  table.rows.push_back({title + ", wall time", milliseconds_text(phase->wall_ns)});
  table.rows.push_back({title + ", GPU kernel time", milliseconds_text(phase->kernel_ns)});
  table.rows.push_back(
      {title + ", tokens", phase->tokens ? std::to_string(*phase->tokens) : "n/a (no payload or mark says)"});
  auto const rate = tokens_per_second(*phase);
  std::string const why = phase->asynchronous.value_or(false) && phase->tokens ? "n/a (asynchronous)" : "n/a";
  table.rows.push_back({title + ", tokens/s of a process", rate ? fixed(*rate, 1) : why});
}

void add_aggregates(MarkdownPage& page, Profile const& profile) {
  page.heading(2, "Aggregates");
  Table table{{{"metric", ColumnKind::text}, {"value", ColumnKind::number}}, {}};
  table.rows.push_back({std::string("Capture length"), milliseconds_text(profile.capture_ns)});
  table.rows.push_back({std::string("GPU kernel time"), milliseconds_text(profile.total.kernel_ns)});
  table.rows.push_back({std::string("Kernel launches"), count_text(profile.total.calls)});
  table.rows.push_back({std::string("GPU busy, all devices"), profile.has_timeline
                                                                  ? milliseconds_text(profile.gpu_busy_ns)
                                                                  : std::string("n/a (no timeline)")});
  add_phase_aggregates(table, profile, "prefill", "Prefill");
  add_phase_aggregates(table, profile, "decode_all", "Decode");
  page.table(table);
}

bool is_stage(PhaseProfile const& phase) { return phase.depth() == 0 || is_built_in(phase); }

void add_stages(MarkdownPage& page, Profile const& profile) {
  page.heading(2, "Per-Stage Timings");
  if (profile.phases.empty()) return page.paragraph("No stages: " + why_no_phases(profile) + '.');
  Table table{{{"stage", ColumnKind::name},
               {"instances", ColumnKind::number},
               {"total_ms", ColumnKind::number},
               {"mean_ms", ColumnKind::number},
               {"kernel_ms", ColumnKind::number},
               {"gpu_busy", ColumnKind::number}},
              {}};
  for (PhaseProfile const& phase : profile.phases) {
    if (!is_stage(phase)) continue;
    auto const busy = busy_share(phase);
    table.rows.push_back({{to_string(phase.path.back()), phase.depth()},
                          count_text(phase.instances),
                          milliseconds(phase.wall_ns),
                          milliseconds(mean_wall_ns(phase)),
                          milliseconds(phase.kernel_ns),
                          share_text(busy)});
  }
  page.table(table);
  page.paragraph(
      "Total and mean are wall time. A stage inside another (indented) is part of it: do not add them.");
}

/// MFU and MBU with their denominators, or what is missing for them.
void add_efficiency(MarkdownPage& page, Answers const* answers) {
  if (answers == nullptr || answers->phases.empty())
    return page.paragraph("MFU is not computed: no range is known to be a step of inference.");
  page.table(answer_table(*answers));
  std::vector<std::string> lines;
  for (PhaseAnswer const& phase : answers->phases) {
    for (std::string const& line : efficiency_notes(phase)) lines.push_back(escaped_markdown(line));
  }
  page.bullets(lines);
}

/// The narrative: what costs time, most to gain first.
std::vector<std::string> findings_of(Answers const* answers) {
  constexpr std::size_t most = 5;
  std::vector<std::string> sentences;
  if (answers == nullptr) return sentences;
  for (PhaseAnswer const& phase : answers->phases) {
    sentences.push_back(escaped_markdown(std::string(to_string(phase.kind)) + " is " +
                                         std::string(to_string(phase.verdict.bound)) + ": " +
                                         phase.verdict.because + '.'));
  }
  for (Finding const& finding : answers->findings) {
    if (sentences.size() == answers->phases.size() + most) break;
    sentences.push_back(escaped_markdown(finding_text(finding)));
  }
  return sentences;
}

void add_operators(MarkdownPage& page, Profile const& profile, std::size_t top) {
  page.heading(2, "Top Operators");
  auto const operators = operators_of(profile);
  if (operators.empty()) return page.paragraph(why_no_operators(profile));
  page.table(operator_table(operators, top));
}

void add_kernels(MarkdownPage& page, Profile const& profile, std::size_t top) {
  page.heading(2, "Top Kernels");
  if (profile.kernels.empty()) return page.paragraph("No kernels: the input holds none.");
  page.table(kernel_report_table(top_kernels(to_records(profile, profile.kernels), top)));
}

}  // namespace

std::string stakeholder_summary(Profile const& profile, SummaryOptions const& options) {
  MarkdownPage page;
  page.heading(1, "Stakeholder Summary");
  page.heading(2, "Environment");
  page.table(environment_table(profile, options.environment));
  add_aggregates(page, profile);
  add_stages(page, profile);
  page.heading(2, "MFU");
  add_efficiency(page, options.answers);
  add_operators(page, profile, options.top);
  add_kernels(page, profile, options.top);
  page.heading(2, "Takeaways");
  std::vector<std::string> sentences = findings_of(options.answers);
  for (std::string& sentence : takeaways(page, profile)) sentences.push_back(std::move(sentence));
  page.bullets(sentences);
  if (auto const diagnostics = non_finite(profile); !diagnostics.empty()) add_diagnostics(page, diagnostics);
  return page.take();
}

void write_stakeholder_summary(Profile const& profile, std::filesystem::path const& path,
                               SummaryOptions const& options) {
  write_file_atomically(path, stakeholder_summary(profile, options));
}

}  // namespace llmprof::inline v0
