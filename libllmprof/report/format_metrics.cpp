// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "libllmprof/model/names.hpp"
#include "libllmprof/report/metric_text.hpp"
#include "libllmprof/report/render.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/tables.hpp"

namespace llmprof::inline v0 {
namespace {

std::string shape_text(std::optional<std::array<std::int64_t, 3>> const& shape, std::string const& unknown) {
  if (!shape) return unknown;
  return std::to_string((*shape)[0]) + 'x' + std::to_string((*shape)[1]) + 'x' + std::to_string((*shape)[2]);
}

std::string value_text(Metric const& metric, std::string const& unknown) {
  if (metric.value && std::isfinite(*metric.value)) return shortest(*metric.value);
  std::string const text = text_value(metric);
  return text.empty() ? unknown : text;
}

/// Calls `add_row` for each wanted metric of each launch.
template <class AddRow>
void for_each_metric(Metrics const& metrics, std::vector<std::string> const& names, AddRow const& add_row) {
  for (MeasuredLaunch const& launch : metrics.launches) {
    for (Metric const metric : launch.metrics) {
      if (is_wanted(metric, names)) add_row(launch, metric);
    }
  }
}

Table csv_columns(Metrics const& metrics, std::vector<std::string> const& names) {
  Table table;
  for (char const* title : {"id", "pid", "process", "kind", "kernel", "grid", "block", "device", "path",
                            "duration_ns", "section", "metric", "value", "unit"}) {
    table.columns.push_back({title});
  }
  for_each_metric(metrics, names, [&](MeasuredLaunch const& launch, Metric const& metric) {
    table.rows.push_back({std::to_string(launch.id), std::to_string(launch.pid), launch.process,
                          std::string(to_string(launch.kind)), launch.kernel, shape_text(launch.grid, ""),
                          shape_text(launch.block, ""), launch.device, to_string(launch.path),
                          csv_number(launch.duration_ns), std::string(metric.section),
                          std::string(metric.name), value_text(metric, ""), std::string(metric.unit)});
  });
  return table;
}

Table people_columns(Metrics const& metrics, std::vector<std::string> const& names) {
  Table table{{{"id", ColumnKind::number},
               {"kernel", ColumnKind::name},
               {"grid", ColumnKind::text},
               {"block", ColumnKind::text},
               {"metric", ColumnKind::name},
               {"value", ColumnKind::number},
               {"unit", ColumnKind::text}},
              {}};
  std::string const unknown(not_available);
  for_each_metric(metrics, names, [&](MeasuredLaunch const& launch, Metric const& metric) {
    table.rows.push_back({std::to_string(launch.id), launch.kernel, shape_text(launch.grid, unknown),
                          shape_text(launch.block, unknown), std::string(metric.name),
                          value_text(metric, unknown), std::string(metric.unit)});
  });
  return table;
}

bool has_metric(Metrics const& metrics, std::string const& name) {
  return std::any_of(metrics.launches.begin(), metrics.launches.end(),
                     [&](MeasuredLaunch const& launch) { return launch.find(name).has_value(); });
}

}  // namespace

std::string format_metrics(Metrics const& metrics, std::vector<std::string> const& names,
                           FormatOptions const& options) {
  if (options.format == Format::json) return metrics_json(metrics, names);
  return render(options.format == Format::csv ? csv_columns(metrics, names) : people_columns(metrics, names),
                options);
}

Diagnostics unmatched_metrics(Metrics const& metrics, std::vector<std::string> const& names) {
  Diagnostics diagnostics;
  for (std::string const& name : names) {
    if (has_metric(metrics, name)) continue;
    diagnostics.push_back(
        {.severity = Severity::warning,
         .text = "no launch has a metric '" + name + "'; metrics without names lists them all",
         .source = metrics.source,
         .line = {}});
  }
  return diagnostics;
}

}  // namespace llmprof::inline v0
