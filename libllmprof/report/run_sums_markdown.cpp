// SPDX-License-Identifier: MIT
#include "libllmprof/report/run_sums_markdown.hpp"

#include <algorithm>
#include <string>

#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_kernels = 20;

std::string mean_ms(std::int64_t total_ns, std::uint64_t count) {
  if (count == 0) return std::string(not_available);
  return milliseconds(std::optional(total_ns / static_cast<std::int64_t>(count)));
}

Table phase_table(std::vector<SummedPhase> const& phases) {
  Table table{{{"phase", ColumnKind::name},
               {"ranges", ColumnKind::number},
               {"wall_ms", ColumnKind::number},
               {"mean_ms", ColumnKind::number},
               {"kernel_ms", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"tokens", ColumnKind::number}},
              {}};
  for (SummedPhase const& phase : phases) {
    auto const tokens = phase.tokens ? phase.tokens : phase.payload;
    table.rows.push_back({to_string(phase.path), std::to_string(phase.instances),
                          milliseconds(std::optional(phase.wall_ns)), mean_ms(phase.wall_ns, phase.instances),
                          milliseconds(std::optional(phase.kernel_ns)), std::to_string(phase.calls),
                          tokens ? std::to_string(*tokens) : std::string(not_available)});
  }
  return table;
}

Table kernel_table(std::vector<SummedKernel> const& kernels) {
  Table table{{{"kernel", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"mean_ms", ColumnKind::number},
               {"min_ms", ColumnKind::number},
               {"max_ms", ColumnKind::number}},
              {}};
  for (std::size_t i = 0; i < std::min(most_kernels, kernels.size()); ++i) {
    SummedKernel const& kernel = kernels[i];
    table.rows.push_back({kernel.name, milliseconds(std::optional(kernel.total_ns)),
                          std::to_string(kernel.calls), mean_ms(kernel.total_ns, kernel.calls),
                          milliseconds(std::optional(kernel.min_ns)),
                          milliseconds(std::optional(kernel.max_ns))});
  }
  return table;
}

std::string what_was_recorded(RunSums const& sums) {
  if (sums.windows == 0) return "the whole life of the ";
  return "all " + std::to_string(sums.windows) + " window(s) of recording of the ";
}

std::string what_it_is(RunSums const& sums) {
  std::string text = "Events were kept for the first " + milliseconds(std::optional(sums.kept_ns)) +
                     " ms alone (--max-size). What follows is of " + what_was_recorded(sums) +
                     std::to_string(sums.processes) +
                     " process(es) that reached the limit, added up while they ran: every range that ended, "
                     "and every kernel inside one.";
  if (sums.lost > 0) {
    text += " " + std::to_string(sums.lost) +
            " record(s) are missing in it, too: they came faster than they were added up, or more threads "
            "recorded "
            "than the ring of the spool has chunks (a greater --max-size has more).";
  }
  return text;
}

}  // namespace

void add_whole_run(MarkdownPage& page, std::optional<RunSums> const& sums) {
  if (!sums) return;
  page.heading(2, "The whole run, in sums");
  page.paragraph(what_it_is(*sums));
  page.table(phase_table(sums->phases));
  page.table(kernel_table(summed_kernels(*sums)));
  page.bullets({"Kernels outside any range: " + milliseconds(sums->outside.kernel_ns) + " ms in " +
                    count_text(sums->outside.calls) + " launches",
                "Kernels without a launch record: " + milliseconds(sums->no_launch_record.kernel_ns) +
                    " ms in " + count_text(sums->no_launch_record.calls) + " launches"});
}

}  // namespace llmprof::inline v0
