// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "libllmprof/report/render.hpp"
#include "libllmprof/support/number.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/report/deep_plan.hpp"

namespace llmprof::inline v0 {
namespace {

std::string phase_text(PlannedPhase const& phase) {
  return phase.path.empty() ? "(whole run)" : to_string(phase.path);
}

std::string numbers_text(std::vector<std::uint64_t> const& numbers, char const* between) {
  std::string text;
  for (std::uint64_t const number : numbers) text += (text.empty() ? "" : between) + std::to_string(number);
  return text;
}

std::string triple(std::array<std::int32_t, 3> const& numbers) {
  return "(" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + ", " +
         std::to_string(numbers[2]) + ")";
}

/// As ncu prints it: `(128, 1, 1)x(256, 1, 1)`.
std::string shape_text(PlannedKernel const& kernel) {
  if (kernel.shapes.empty()) return std::string(not_available);
  LaunchShape const& first = kernel.shapes.front().shape;
  return triple(first.grid) + "x" + triple(first.block);
}

/// The share of the phase, with a `*` where the kernel was chosen for it.
std::string share_text(PlannedKernel const& kernel, std::size_t phase) {
  auto const use = std::find_if(kernel.phases.begin(), kernel.phases.end(),
                                [&](PhaseUse const& each) { return each.phase == phase; });
  if (use == kernel.phases.end()) return "-";
  return fixed(use->share, 1) + (use->chosen ? " *" : "  ");
}

Table kernel_columns(DeepPlan const& plan) {
  Table table{{{"kernel", ColumnKind::name}}, {}};
  for (PlannedPhase const& phase : plan.phases) table.columns.push_back({phase_text(phase) + " %"});
  for (char const* title : {"calls", "total_ms"}) table.columns.push_back({title});
  table.columns.push_back({"launches", ColumnKind::text});
  table.columns.push_back({"grid x block", ColumnKind::text});
  for (PlannedKernel const& kernel : plan.kernels) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    cells.emplace_back(one_line(kernel.name));
    for (std::size_t i = 0; i < plan.phases.size(); ++i) cells.emplace_back(share_text(kernel, i));
    cells.emplace_back(std::to_string(kernel.calls));
    cells.emplace_back(milliseconds(std::optional(kernel.total_ns)));
    cells.emplace_back(numbers_text(kernel.launches, ", "));
    cells.emplace_back(shape_text(kernel));
  }
  return table;
}

/// One row for each kernel in each phase that it is in.
Table csv_columns(DeepPlan const& plan) {
  Table table{{{"kernel", ColumnKind::name}}, {}};
  for (char const* title :
       {"phase", "chosen", "phase_calls", "phase_total_ns", "calls", "total_ns", "launches"})
    table.columns.push_back({title});
  for (PlannedKernel const& kernel : plan.kernels) {
    for (PhaseUse const& use : kernel.phases) {
      std::vector<Cell>& cells = table.rows.emplace_back();
      for (std::string& text : std::vector<std::string>{
               kernel.name, to_string(plan.phases[use.phase].path), use.chosen ? "true" : "false",
               std::to_string(use.calls), std::to_string(use.total_ns), std::to_string(kernel.calls),
               std::to_string(kernel.total_ns), numbers_text(kernel.launches, " ")}) {
        cells.emplace_back(std::move(text));
      }
    }
  }
  return table;
}

/// As people say it: `45 s`, `3 min`, `2.5 h`.
std::string time_text(std::int64_t ns) {
  double const seconds = static_cast<double>(ns) / 1e9;
  if (seconds < 100) return fixed(seconds, seconds < 10 ? 1 : 0) + " s";
  if (seconds < 6000) return fixed(seconds / 60, 0) + " min";
  return fixed(seconds / 3600, 1) + " h";
}

std::string range_text(std::string const& least, std::string const& most) {
  return least == most ? least : least + " to " + most;
}

/// Inside the single quotes of a shell.
std::string quoted(std::string const& text) {
  std::string out = "'";
  for (char const c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string ncu_options(NcuSelection const& selection) {
  return "ncu --kernel-name-base " + std::string(to_string(selection.name_base)) + " --kernel-id " +
         quoted(one_line(selection.kernel_id)) + " --launch-count " + std::to_string(selection.launch_count) +
         (selection.graph_nodes ? " --graph-profiling node" : "");
}

std::string summary(DeepPlan const& plan) {
  std::string text;
  for (PlannedPhase const& phase : plan.phases) {
    text += phase_text(phase) + ": " + fixed(phase.coverage(), 1) + " % of " +
            milliseconds(std::optional(phase.kernel_ns)) + " ms covered, " + std::to_string(phase.chosen) +
            " of " + std::to_string(phase.kernels) + " kernels chosen (*)\n";
  }
  NcuSelection const& selection = plan.selection;
  if (selection.kernel_id.empty()) return text + "nothing to measure\n";
  text += "launches: " + std::to_string(selection.planned) + " planned, " +
          range_text(std::to_string(selection.least), std::to_string(selection.most)) +
          " measured (numbers " + numbers_text(selection.launches, ", ") + ")\n";
  return text + format_estimate(plan.estimate);
}

}  // namespace

std::string format_estimate(DeepEstimate const& estimate) {
  return "passes over each: " +
         range_text(std::to_string(estimate.passes.least), std::to_string(estimate.passes.most)) +
         "\ntime: " + range_text(time_text(estimate.least_ns), time_text(estimate.most_ns)) + "; rests on " +
         estimate.basis + "\n";
}

std::string format_plan(DeepPlan const& plan, FormatOptions const& options) {
  if (options.format == Format::json) return deep_plan_json(plan);
  if (options.format == Format::csv) return render(csv_columns(plan), options);
  std::string const table = render(kernel_columns(plan), options);
  std::string text = summary(plan);
  if (!plan.selection.kernel_id.empty()) {
    std::string const line = ncu_options(plan.selection);
    bool const is_cut = options.format == Format::table && options.width > 0;
    text += (is_cut ? shortened(line, std::max<std::size_t>(80, options.width)) : line) + "\n";
  }
  return options.format == Format::md ? table + "\n```\n" + text + "```\n" : table + "\n" + text;
}

}  // namespace llmprof::inline v0
