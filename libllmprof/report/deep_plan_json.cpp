// SPDX-License-Identifier: MIT
#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/json_list.hpp"
#include "libllmprof/report/labels_json.hpp"
#include "llmprof/report/deep_plan.hpp"

namespace llmprof::inline v0 {
namespace {

void write_phase(JsonWriter& json, PlannedPhase const& phase) {
  json.begin_object();
  write_path(json, phase.path);
  json.member("kernel_ns", phase.kernel_ns);
  json.member("covered_ns", phase.covered_ns);
  json.member("left_out_ns", phase.left_out_ns);
  json.member("chosen", phase.chosen);
  json.member("kernels", phase.kernels);
  json.end_object();
}

void write_use(JsonWriter& json, PhaseUse const& use) {
  json.begin_object();
  json.member("phase", use.phase);
  json.member("chosen", use.chosen);
  json.member("calls", use.calls);
  json.member("total_ns", use.total_ns);
  json.member("share", use.share);
  json.end_object();
}

void write_shape(JsonWriter& json, PlannedShape const& shape) {
  json.begin_object();
  write_values(json, "grid", shape.shape.grid);
  write_values(json, "block", shape.shape.block);
  json.member("calls", shape.calls);
  json.member("total_ns", shape.total_ns);
  json.end_object();
}

void write_kernel(JsonWriter& json, PlannedKernel const& kernel) {
  json.begin_object();
  json.member("name", kernel.name);
  json.member("canonical", kernel.canonical);
  json.member("function", kernel.function);
  json.member("calls", kernel.calls);
  json.member("total_ns", kernel.total_ns);
  write_values(json, "launches", kernel.launches);
  write_list(json, "phases", kernel.phases, write_use);
  write_list(json, "shapes", kernel.shapes, write_shape);
  json.end_object();
}

void write_selection(JsonWriter& json, NcuSelection const& selection) {
  json.key("ncu").begin_object();
  json.member("kernel_name_base", to_string(selection.name_base));
  json.text_or_null("kernel_id", selection.kernel_id);
  json.member("launch_count", selection.launch_count);
  json.member("graph_nodes", selection.graph_nodes);
  write_values(json, "launches", selection.launches);
  json.member("planned", selection.planned);
  json.member("least", selection.least);
  json.member("most", selection.most);
  write_values(json, "also", selection.also);
  json.end_object();
}

void write_estimate(JsonWriter& json, DeepEstimate const& estimate) {
  json.key("estimate").begin_object();
  json.member("least_passes", estimate.passes.least);
  json.member("most_passes", estimate.passes.most);
  json.member("least_ns", estimate.least_ns);
  json.member("most_ns", estimate.most_ns);
  json.text_or_null("basis", estimate.basis);
  json.end_object();
}

}  // namespace

std::string deep_plan_json(DeepPlan const& plan) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", DeepPlan::schema);
  json.text_or_null("source", plan.source);
  json.member("coverage", plan.coverage);
  json.member("most_kernels", plan.most_kernels);
  write_list(json, "phases", plan.phases, write_phase);
  write_list(json, "kernels", plan.kernels, write_kernel);
  write_selection(json, plan.selection);
  write_estimate(json, plan.estimate);
  write_diagnostics(json, plan.diagnostics);
  json.end_object();
  return json.take();
}

}  // namespace llmprof::inline v0
