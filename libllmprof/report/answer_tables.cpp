// SPDX-License-Identifier: MIT
#include "libllmprof/report/answer_tables.hpp"

#include <algorithm>

#include "libllmprof/report/answer_texts.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t classes_in_a_table = 3;

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
                          fixed(phase.tokens_per_second, 1), share_text(phase.busy),
                          std::string(to_string(phase.verdict.bound)), share_text(phase.mfu.value),
                          share_text(phase.mbu.value), classes_text(phase.classes, classes_in_a_table)});
  }
  return table;
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

Table request_table(Answers const& answers) {
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
                          fixed(run.output_tokens_per_second, 1)});
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

}  // namespace llmprof::inline v0
