// SPDX-License-Identifier: MIT
#include "llmprof/report/operators_markdown.hpp"

#include <algorithm>

#include "libllmprof/report/markdown.hpp"
#include "libllmprof/report/operator_table.hpp"
#include "libllmprof/report/phase_figures.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

/// The path above a phase, for people.
std::string parent_of(PhaseProfile const& phase) {
  if (phase.path.size() < 2) return "-";
  return to_string(std::vector<Label>(phase.path.begin(), phase.path.end() - 1));
}

/// Of one call; replays of a graph are no calls of the operator.
std::optional<double> mean_kernel_ns(PhaseProfile const& phase) {
  if (!phase.kernel_ns || !phase.instances) return std::nullopt;
  return ratio(static_cast<double>(*phase.kernel_ns - phase.replayed.kernel_ns),
               static_cast<double>(*phase.instances));
}

bool any_replayed(std::vector<PhaseProfile const*> const& operators) {
  return std::any_of(operators.begin(), operators.end(),
                     [](PhaseProfile const* phase) { return phase->replayed.calls > 0; });
}

}  // namespace

Table operator_table(std::vector<PhaseProfile const*> const& operators, std::size_t top) {
  Table table{{{"operator", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"mean_ms", ColumnKind::number},
               {"exclusive_ms", ColumnKind::number},
               {"kernels", ColumnKind::number},
               {"inside", ColumnKind::name}},
              {}};
  for (std::size_t i = 0; i < std::min(top, operators.size()); ++i) {
    PhaseProfile const& phase = *operators[i];
    table.rows.push_back({to_string(phase.path.back()), milliseconds(phase.kernel_ns),
                          count_text(phase.instances), milliseconds(mean_kernel_ns(phase), 6),
                          milliseconds(phase.exclusive_kernel_ns), count_text(phase.calls),
                          parent_of(phase)});
  }
  return table;
}

std::string why_no_operators(Profile const& profile) {
  if (profile.phases.empty()) return "No operators: " + why_no_phases(profile) + '.';
  return "No operators: the capture has no range beside the built-in phases. Ranges around layers or "
         "operators "
         "appear here.";
}

std::string operators_markdown(Profile const& profile, std::size_t top) {
  auto const operators = operators_of(profile);
  MarkdownPage page;
  page.heading(1, "Operators");
  if (operators.empty()) {
    page.paragraph(why_no_operators(profile));
    return page.take();
  }
  page.paragraph(
      std::to_string(std::min(top, operators.size())) + " of " + std::to_string(operators.size()) +
      " operators, by GPU kernel time. An operator is a range that is not a built-in phase; total and mean "
      "include the ranges inside it, exclusive does not.");
  if (any_replayed(operators)) page.paragraph(replayed_note);
  page.table(operator_table(operators, top));
  return page.take();
}

void write_operators_markdown(Profile const& profile, std::filesystem::path const& path, std::size_t top) {
  write_file_atomically(path, operators_markdown(profile, top));
}

}  // namespace llmprof::inline v0
