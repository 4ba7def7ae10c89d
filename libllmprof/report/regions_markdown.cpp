// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "libllmprof/model/key_counters.hpp"
#include "libllmprof/report/counter_scale.hpp"
#include "libllmprof/report/markdown.hpp"
#include "libllmprof/report/render.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/regions.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_kernels = 20;
constexpr int digits = 6;  // to the nanosecond: ncu measures kernels of microseconds

std::string count_of(RegionTotals const& totals, RegionRows rows) {
  return count_text(rows == RegionRows::kernels ? totals.kernels : totals.ranges);
}

std::string share(std::optional<std::int64_t> part, std::optional<std::int64_t> whole) {
  if (!part || !whole) return std::string(not_available);
  return percentage(static_cast<double>(*part), static_cast<double>(*whole));
}

std::string or_not_available(std::string const& text) {
  return text.empty() ? std::string(not_available) : text;
}

void add_totals(Table& table, std::string const& name, RegionTotals const& totals, RegionScope const& scope,
                RegionRows rows) {
  std::string const nothing;
  table.rows.push_back({name, milliseconds(totals.total_ns, digits),
                        share(totals.total_ns, scope.total.total_ns), nothing, count_of(totals, rows),
                        nothing, nothing, nothing});
}

Table regions_table(RegionScope const& scope, RegionRows rows) {
  std::string const counted(to_string(rows));
  Table table{{{"region", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"share", ColumnKind::number},
               {"exclusive_ms", ColumnKind::number},
               {counted, ColumnKind::number},
               {"exclusive_" + counted, ColumnKind::number},
               {"process", ColumnKind::text},
               {"device", ColumnKind::text}},
              {}};
  for (Region const& region : scope.regions) {
    table.rows.push_back({Cell(to_string(region.label()), region.depth()),
                          milliseconds(region.inclusive.total_ns, digits),
                          share(region.inclusive.total_ns, scope.total.total_ns),
                          milliseconds(region.exclusive.total_ns, digits), count_of(region.inclusive, rows),
                          count_of(region.exclusive, rows), or_not_available(region.process),
                          or_not_available(region.device)});
  }
  add_totals(table, "(outside any range)", scope.outside, scope, rows);
  add_totals(table, "(all)", scope.total, scope, rows);
  return table;
}

/// The short title of a key counter, the name of any other metric.
std::string title_of(RegionMetric const& metric) {
  auto const counter = find_key_counter(metric.name, metric.unit);
  return std::string(counter ? key_counters()[*counter].title : std::string_view(metric.name));
}

std::string scaled_text(std::optional<double> value, std::string const& unit) {
  CounterScale const scale = counter_scale(unit);
  if (!value) return std::string(not_available);
  return scale.shown.empty() ? shortest(*value) : fixed(*value * scale.factor, 1);
}

/// The metrics that have a figure in any region; those without a rule have none.
std::vector<RegionMetric> metrics_of(std::vector<Region> const& regions) {
  std::vector<RegionMetric> metrics;
  for (Region const& region : regions) {
    for (RegionMetric const& metric : region.inclusive.metrics) {
      bool const known = std::any_of(metrics.begin(), metrics.end(), [&](RegionMetric const& other) {
        return other.name == metric.name && other.unit == metric.unit;
      });
      if (!known && metric.aggregation != Aggregation::none) metrics.push_back(metric);
    }
  }
  return metrics;
}

std::string value_of(Region const& region, RegionMetric const& wanted) {
  for (RegionMetric const& metric : region.inclusive.metrics) {
    if (metric.name == wanted.name && metric.unit == wanted.unit)
      return scaled_text(metric.value, metric.unit);
  }
  return std::string(not_available);
}

Table metrics_table(std::vector<Region> const& regions) {
  Table table{{{"region", ColumnKind::name}}, {}};
  auto const metrics = metrics_of(regions);
  for (RegionMetric const& metric : metrics) {
    table.columns.push_back({scaled_title(title_of(metric), metric.unit), ColumnKind::number});
  }
  for (Region const& region : regions) {
    std::vector<Cell> row{Cell(to_string(region.label()), region.depth())};
    for (RegionMetric const& metric : metrics) row.emplace_back(value_of(region, metric));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table figures_table(RegionTotals const& totals) {
  Table table{{{"metric", ColumnKind::name},
               {"value", ColumnKind::number},
               {"min", ColumnKind::number},
               {"max", ColumnKind::number},
               {"unit", ColumnKind::text},
               {"rule", ColumnKind::text},
               {"rows", ColumnKind::number}},
              {}};
  for (RegionMetric const& metric : totals.metrics) {
    auto const text = [](std::optional<double> value) {
      return value ? shortest(*value) : std::string(not_available);
    };
    table.rows.push_back({metric.name, text(metric.value), text(metric.min), text(metric.max), metric.unit,
                          std::string(to_string(metric.aggregation)), std::to_string(metric.rows)});
  }
  return table;
}

std::optional<double> mean_of(RegionKernel const& kernel) {
  if (!kernel.total_ns || kernel.calls == 0) return std::nullopt;
  return static_cast<double>(*kernel.total_ns) / static_cast<double>(kernel.calls);
}

Table kernels_table(Region const& region) {
  Table table{{{"kernel_name", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"share", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"mean_ms", ColumnKind::number}},
              {}};
  for (std::size_t i = 0; i < std::min(most_kernels, region.kernels.size()); ++i) {
    RegionKernel const& kernel = region.kernels[i];
    table.rows.push_back({kernel.name, milliseconds(kernel.total_ns, digits),
                          share(kernel.total_ns, region.inclusive.total_ns), std::to_string(kernel.calls),
                          milliseconds(mean_of(kernel), digits)});
  }
  return table;
}

std::string quoted_list(std::vector<std::string> const& patterns) {
  std::string list;
  for (std::string const& pattern : patterns) list += (list.empty() ? "" : ", ") + escaped_markdown(pattern);
  return list.empty() ? "none" : list;
}

std::string replay_text(RegionReport const& report) {
  std::string const mode =
      report.replay == RegionReplay::unknown ? "unknown" : std::string(to_string(report.replay));
  return report.rows == RegionRows::kernels
             ? "Replay: " + mode + "; a row is one launch of a kernel"
             : "Replay: " + mode + "; a row is one whole range, its kernels are not told";
}

void add_rules(MarkdownPage& page, RegionReport const& report) {
  page.heading(2, "How to read this");
  std::vector<std::string> bullets{
      "Times are those that ncu measured, with its clocks and cold caches: compare regions with each other, "
      "not "
      "with a timeline.",
      report.rows == RegionRows::kernels ? "total = exclusive + the totals of the regions inside. A launch "
                                           "belongs to the innermost range open "
                                           "on its thread; start/end ranges are around push/pop ranges."
                                         : "A range that was measured as a whole has no exclusive figures "
                                           "where ranges inside it were measured, "
                                           "too.",
      "Amounts are sums; percentages, ratios and rates are means weighted by time; `.min` and `.max` are "
      "extremes. What fits none of these has no figure, nor has a metric that a row lacks.",
      "n/a: not measured, or not known; of process and device: several, or not known."};
  page.bullets(bullets);
}

std::string heading_of(RegionScope const& scope) {
  auto const named = [](std::string const& label) { return label.empty() ? "unknown" : label; };
  switch (scope.kind) {
    case RegionScopeKind::aggregate: return "All processes and devices";
    case RegionScopeKind::process: return "Process " + named(scope.process);
    case RegionScopeKind::device: return "Device " + named(scope.device);
  }
  return {};
}

/// With one process or device the same figures would stand there twice.
bool is_worth_showing(RegionScope const& scope, RegionReport const& report) {
  auto const of_kind = std::count_if(report.scopes.begin(), report.scopes.end(),
                                     [&](RegionScope const& other) { return other.kind == scope.kind; });
  return scope.kind == RegionScopeKind::aggregate || of_kind > 1;
}

}  // namespace

std::string regions_markdown(RegionReport const& report) {
  MarkdownPage page;
  page.heading(1, "NVTX regions");
  page.bullets(
      {"Source: " + escaped_markdown(report.source), replay_text(report),
       "Included: " +
           (report.selection.include.empty() ? std::string("all") : quoted_list(report.selection.include)) +
           "; excluded: " + quoted_list(report.selection.exclude)});
  for (RegionScope const& scope : report.scopes) {
    if (!is_worth_showing(scope, report)) continue;
    page.heading(2, heading_of(scope));
    page.table(regions_table(scope, report.rows));
  }
  if (!metrics_of(report.aggregate().regions).empty()) {
    page.heading(2, "Metrics");
    page.table(metrics_table(report.aggregate().regions));
  }
  add_rules(page, report);
  page.heading(2, "Diagnostics");
  add_diagnostics(page, report.diagnostics);
  return page.take();
}

std::string region_markdown(RegionReport const& report, Region const& region) {
  MarkdownPage page;
  page.heading(1, "Region " + to_string(region.label()));
  std::string const kind(to_string(report.rows));
  page.bullets({"Path: " + page.name(to_string(region.path)),
                "Process: " + escaped_markdown(or_not_available(region.process)) +
                    "; device: " + escaped_markdown(or_not_available(region.device)),
                "Total: " + milliseconds(region.inclusive.total_ns, digits) + " ms; " + kind + ": " +
                    count_of(region.inclusive, report.rows),
                "Exclusive: " + milliseconds(region.exclusive.total_ns, digits) + " ms; " + kind + ": " +
                    count_of(region.exclusive, report.rows),
                replay_text(report)});
  if (!region.kernels.empty()) {
    page.heading(2, "Kernels");
    if (region.kernels.size() > most_kernels) {
      page.paragraph(std::to_string(most_kernels) + " of " + std::to_string(region.kernels.size()) +
                     ", by total time; kernels.csv has all.");
    }
    page.table(kernels_table(region));
  }
  if (!region.inclusive.metrics.empty()) {
    page.heading(2, "Metrics");
    page.table(figures_table(region.inclusive));
  }
  return page.take();
}

std::string region_kernels_csv(Region const& region) {
  Table table{{{"name"}, {"canonical"}, {"calls"}, {"total_ns"}, {"mean_ns"}}, {}};
  for (RegionKernel const& kernel : region.kernels) {
    table.rows.push_back({kernel.name, kernel.canonical, std::to_string(kernel.calls),
                          csv_number(kernel.total_ns), csv_number(mean_of(kernel))});
  }
  return csv_table(table);
}

}  // namespace llmprof::inline v0
