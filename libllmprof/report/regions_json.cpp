// SPDX-License-Identifier: MIT
#include <algorithm>

#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/json_list.hpp"
#include "libllmprof/report/labels_json.hpp"
#include "libllmprof/report/region_files.hpp"
#include "llmprof/report/regions.hpp"

namespace llmprof::inline v0 {
namespace {

void write(JsonWriter& json, RegionMetric const& metric) {
  json.begin_object();
  json.member("name", metric.name);
  json.text_or_null("unit", metric.unit);
  json.member("aggregation", to_string(metric.aggregation));
  json.member("value", metric.value);
  json.member("min", metric.min);
  json.member("max", metric.max);
  json.member("rows", metric.rows);
  json.end_object();
}

void write(JsonWriter& json, char const* name, RegionTotals const& totals) {
  json.key(name).begin_object();
  json.member("kernels", totals.kernels);
  json.member("ranges", totals.ranges);
  json.member("total_ns", totals.total_ns);
  write_list(json, "metrics", totals.metrics,
             [](JsonWriter& out, RegionMetric const& metric) { write(out, metric); });
  json.end_object();
}

void write(JsonWriter& json, RegionKernel const& kernel) {
  json.begin_object();
  json.member("name", kernel.name);
  json.member("canonical", kernel.canonical);
  json.member("calls", kernel.calls);
  json.member("total_ns", kernel.total_ns);
  json.end_object();
}

void write(JsonWriter& json, RegionFiles const& files) {
  json.key("files").begin_object();
  json.member("folder", files.folder);
  json.member("kernels_csv", files.kernels_csv);
  json.member("region_md", files.region_md);
  json.member("region_json", files.region_json);
  json.end_object();
}

void write_members(JsonWriter& json, Region const& region) {
  json.member("label", to_string(region.label()));
  json.text_or_null("domain", region.label().domain);
  json.member("name", region.label().name);
  write_path(json, region.path);
  json.member("parent", region.parent());
  json.member("depth", region.depth());
  json.text_or_null("process", region.process);
  json.text_or_null("device", region.device);
  write(json, "inclusive", region.inclusive);
  write(json, "exclusive", region.exclusive);
  write_list(json, "kernels", region.kernels,
             [](JsonWriter& out, RegionKernel const& kernel) { write(out, kernel); });
  write(json, region_files(region.path));
}

void write_scope_id(JsonWriter& json, RegionScope const& scope) {
  json.member("scope", scope.id);
  json.text_or_null("process", scope.process);
  json.text_or_null("device", scope.device);
}

void write(JsonWriter& json, RegionScope const& scope) {
  json.begin_object();
  write_scope_id(json, scope);
  write(json, "total", scope.total);
  write(json, "outside", scope.outside);
  write_list(json, "regions", scope.regions, [](JsonWriter& out, Region const& region) {
    out.begin_object();
    write_members(out, region);
    out.end_object();
  });
  json.end_object();
}

void write_origin(JsonWriter& json, RegionReport const& report) {
  json.text_or_null("source", report.source);
  json.text_or_null("replay", to_string(report.replay));
  json.member("rows", to_string(report.rows));
}

}  // namespace

std::string regions_json(RegionReport const& report) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", RegionReport::schema);
  write_origin(json, report);
  json.key("selection").begin_object();
  write_values(json, "include", report.selection.include);
  write_values(json, "exclude", report.selection.exclude);
  json.end_object();
  write_list(json, "scopes", report.scopes,
             [](JsonWriter& out, RegionScope const& scope) { write(out, scope); });
  write_diagnostics(json, report.diagnostics);
  json.end_object();
  return json.take();
}

std::string region_json(RegionReport const& report, std::vector<Label> const& path) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.region/1");
  write_origin(json, report);
  json.key("scopes").begin_array();
  for (RegionScope const& scope : report.scopes) {
    Region const* const region = scope.find(path);
    if (region == nullptr) continue;
    json.begin_object();
    write_scope_id(json, scope);
    json.key("region").begin_object();
    write_members(json, *region);
    json.end_object();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace llmprof::inline v0
