// SPDX-License-Identifier: MIT
#include "tests/fuzz/stages.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/analyze/answers.hpp"
#include "llmprof/analyze/join_metrics.hpp"
#include "llmprof/parse/profile_json.hpp"
#include "llmprof/report/answers.hpp"
#include "llmprof/report/kernels_markdown.hpp"
#include "llmprof/report/non_finite.hpp"
#include "llmprof/report/operators_markdown.hpp"
#include "llmprof/report/profile_json.hpp"
#include "llmprof/report/report_markdown.hpp"
#include "llmprof/report/stakeholder_summary.hpp"
#include "llmprof/report/tables.hpp"

namespace llmprof::fuzz {
namespace {

constexpr std::array formats{Format::table, Format::md, Format::csv, Format::json};
constexpr std::size_t most_phases_merged = 8;  // each looks through all phases

/// What the phases, the rest and the kernels without a launch account for.
std::int64_t accounted(Profile const& profile) {
  std::int64_t sum = *profile.outside.kernel_ns + *profile.no_launch_record.kernel_ns;
  for (PhaseProfile const& phase : profile.phases) sum += phase.exclusive_kernel_ns.value_or(0);
  return sum;
}

void check_sums(Profile const& profile, Trace const& trace) {
  demand(profile.total.calls == trace.launches.size(), "every kernel is counted");
  demand(accounted(profile) == *profile.total.kernel_ns, "phases + outside + no launch record are the total");
  std::uint64_t calls = 0;
  for (KernelStats const& stats : profile.kernels) calls += stats.calls;
  demand(calls == profile.total.calls, "the kernels' calls are the total");
}

Profile read_own(std::string const& text) {
  try {
    return read_profile_json(text);
  } catch (Error const& error) {
    demand(false, error.what());
    std::abort();
  }
}

void check_read_back(Profile const& profile) {
  std::string const first = to_json(profile);
  std::string const second = to_json(read_own(first));
  // A figure that is not finite becomes null with the first writing.
  if (non_finite(profile).empty()) demand(first == second, "a profile that was written is read back equal");
  demand(to_json(read_own(second)) == second, "what was read and written is read back equal");
}

void write_merged_phases(Profile const& profile) {
  std::size_t left = most_phases_merged;
  for (PhaseProfile const& phase : profile.phases) {
    if (left-- == 0) return;
    if (phase.path.empty()) continue;
    KernelTable table;
    table.kernels = to_records(profile, merged(profile.find_all({phase.path.back()})).kernels);
    finish(table);
    static_cast<void>(kernels_json(table));
  }
}

void write_phases(Profile const& profile) {
  for (Format const format : formats) {
    for (By const by : {By::none, By::process, By::device, By::rank}) {
      static_cast<void>(format_phases(profile, by, {.format = format}));
    }
  }
}

void write_reports(Profile const& profile) {
  KernelTable table;
  table.kernels = to_records(profile, profile.kernels);
  finish(table);
  for (Format const format : formats) static_cast<void>(format_kernels(table, {.format = format}));
  static_cast<void>(kernel_markdown(to_records(profile, profile.kernels)));
  static_cast<void>(operators_markdown(profile));
  static_cast<void>(report_markdown(profile));
  static_cast<void>(stakeholder_summary(profile));
}

/// With a model, so that MFU, MBU and their reasons are computed.
void write_answers(Profile const& profile) {
  ModelSpec model;
  model.parameters = 1'000'000'000;
  model.dtype = DataType::bf16;
  AnswerOptions options;
  options.model = &model;
  Answers const answers = answer(profile, options);
  static_cast<void>(format_answers(answers));
  static_cast<void>(answers_json(answers));
  static_cast<void>(report_markdown(profile, &answers));
}

}  // namespace

void demand(bool holds, char const* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

void use(Trace const& trace) {
  Profile const profile = analyze(trace);
  check_sums(profile, trace);
  AnalyzeOptions const few{
      .max_phases = 2, .max_kernels = 2, .max_rows = 2, .timeline_bins = 3, .kernels = true};
  Profile const folded = analyze(trace, few);
  check_sums(folded, trace);
  demand(folded.total == profile.total, "limits leave the total as it is");
  use(profile);
  use(folded);
}

void use(StatsTables const& tables) { use(analyze(tables)); }

void use(Metrics const& metrics) {
  for (Format const format : formats) static_cast<void>(format_metrics(metrics, {}, {.format = format}));
  Profile profile = analyze(metrics);
  join_metrics(profile, {metrics});
  use(profile);
}

void use(Profile const& profile) {
  check_read_back(profile);
  write_phases(profile);
  write_reports(profile);
  write_answers(profile);
  write_merged_phases(profile);
}

}  // namespace llmprof::fuzz
