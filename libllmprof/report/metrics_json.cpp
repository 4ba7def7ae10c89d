// SPDX-License-Identifier: MIT
#include "libllmprof/model/names.hpp"
#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/json_list.hpp"
#include "libllmprof/report/labels_json.hpp"
#include "libllmprof/report/metric_text.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/report/tables.hpp"

namespace llmprof::inline v0 {
namespace {

void write_shape(JsonWriter& json, char const* name,
                 std::optional<std::array<std::int64_t, 3>> const& shape) {
  if (shape) return write_values(json, name, *shape);
  json.key(name).value(nullptr);
}

void write(JsonWriter& json, Metric const& metric) {
  json.begin_object();
  json.text_or_null("section", metric.section);
  json.member("name", metric.name);
  json.member("value", metric.value);
  json.text_or_null("unit", metric.unit);
  if (!metric.label.empty()) json.member("label", metric.label);
  if (std::string const text = text_value(metric); !text.empty()) json.member("text", text);
  json.end_object();
}

void write(JsonWriter& json, MeasuredLaunch const& launch, std::vector<std::string> const& names) {
  json.begin_object();
  json.member("id", launch.id);
  json.member("pid", launch.pid);
  json.text_or_null("process", launch.process);
  if (!launch.host.empty()) json.member("host", launch.host);
  json.member("kind", to_string(launch.kind));
  if (launch.invocations != 1) json.member("invocations", launch.invocations);
  json.member("kernel", launch.kernel);
  write_shape(json, "grid", launch.grid);
  write_shape(json, "block", launch.block);
  json.text_or_null("device", launch.device);
  write_path(json, launch.path);
  if (!launch.start_end.empty()) write_labels(json, "start_end", launch.start_end);
  json.member("duration_ns", launch.duration_ns);
  json.key("metrics").begin_array();
  for (Metric const metric : launch.metrics) {
    if (is_wanted(metric, names)) write(json, metric);
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::string metrics_json(Metrics const& metrics, std::vector<std::string> const& names) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.metrics/1");
  json.key("launches").begin_array();
  for (MeasuredLaunch const& launch : metrics.launches) write(json, launch, names);
  json.end_array();
  Diagnostics diagnostics = metrics.diagnostics;
  for (Diagnostic& diagnostic : unmatched_metrics(metrics, names))
    diagnostics.push_back(std::move(diagnostic));
  write_diagnostics(json, diagnostics);
  json.end_object();
  return json.take();
}

}  // namespace llmprof::inline v0
