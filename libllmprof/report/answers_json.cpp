// SPDX-License-Identifier: MIT
#include <string>

#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/gpu_time_json.hpp"
#include "libllmprof/report/json_list.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/json.hpp"
#include "llmprof/report/answers.hpp"

namespace llmprof::inline v0 {
namespace {

void write_steps(JsonWriter& json, StepStatistics const& steps) {
  json.key("steps").begin_object();
  json.member("count", steps.count);
  json.member("set_aside", steps.set_aside);
  json.member("set_aside_ns", steps.set_aside_ns);
  json.member("set_aside_excess_ns", steps.set_aside_excess_ns);
  json.member("sampled", steps.sampled);
  json.member("overlapping", steps.overlapping);
  auto const known = [&](auto value) { return steps.count == 0 ? std::nullopt : std::optional(value); };
  json.member("mean_ns", known(steps.mean_ns));
  json.member("median_ns", known(steps.median_ns));
  json.member("p95_ns", known(steps.p95_ns));
  json.member("p99_ns", known(steps.p99_ns));
  json.member("min_ns", known(steps.min_ns));
  json.member("max_ns", known(steps.max_ns));
  json.member("total_ns", known(steps.total_ns));
  json.member("elapsed_ns", steps.count == 0 ? std::nullopt : steps.elapsed_ns);
  json.member("kernel_ns", known(steps.kernel_ns));
  json.member("gpu_busy_ns", known(steps.gpu_busy_ns));
  json.member("calls", known(steps.calls));
  json.member("tokens", steps.tokens);
  json.end_object();
}

void write_efficiency(JsonWriter& json, char const* name, Efficiency const& efficiency) {
  json.key(name).begin_object();
  json.member("value", efficiency.value);
  json.member("achieved", efficiency.achieved);
  json.member("denominator", efficiency.denominator);
  json.text_or_null("peak", efficiency.peak.basis);
  json.text_or_null("reason", efficiency.reason);
  json.end_object();
}

void write_gpu_time(JsonWriter& json, PhaseAnswer const& phase) {
  if (!phase.gpu_time) return json.member("gpu_time", nullptr);
  json.key("gpu_time").begin_object();
  json.member("devices", phase.devices);
  json.member("total_ns", phase.device_ns);
  json.member("overlap_ns", phase.overlap_ns);
  json.member("exposed_communication_ns", phase.gpu_time->exposed_communication_ns());
  write_gpu_time_members(json, *phase.gpu_time);
  json.end_object();
}

void write(JsonWriter& json, ClassShare const& share) {
  json.begin_object();
  json.member("class", to_string(share.kernel_class));
  json.member("calls", share.calls);
  json.member("total_ns", share.total_ns);
  json.member("share", share.share);
  json.end_object();
}

void write_point(JsonWriter& json, RooflinePoint const& point) {
  json.key("point").begin_object();
  json.member("source", to_string(point.source));
  json.member("operations", point.operations);
  json.member("dram_bytes", point.dram_bytes);
  json.member("seconds", point.seconds);
  json.member("intensity", point.intensity);
  json.member("operations_per_second", point.operations_per_second);
  json.member("bytes_per_second", point.bytes_per_second);
  json.member("peak", point.peak);
  json.member("ridge", point.ridge);
  json.member("roof", point.roof);
  json.member("roof_share", point.roof_share);
  json.member("side", point.side ? std::optional(std::string(to_string(*point.side))) : std::nullopt);
  json.member("at_least", point.at_least);
  write_values(json, "missing", point.missing);
  json.end_object();
}

void write_roofline(JsonWriter& json, std::optional<PhaseRoofline> const& roofline) {
  if (!roofline) return json.member("roofline", nullptr);
  json.key("roofline").begin_object();
  write_point(json, roofline->point);
  json.member("coverage", roofline->coverage);
  json.member("uneven", roofline->uneven);
  json.member("operations_of_step", roofline->operations_of_step);
  json.member("bytes_of_step", roofline->bytes_of_step);
  json.end_object();
}

void write(JsonWriter& json, KernelRoofline const& kernel) {
  json.begin_object();
  json.member("kernel", kernel.name);
  json.member("total_ns", kernel.total_ns);
  json.member("launches", kernel.launches);
  write_point(json, kernel.point);
  json.end_object();
}

void write(JsonWriter& json, PhaseAnswer const& phase) {
  json.begin_object();
  json.member("phase", to_string(phase.kind));
  write_list(json, "labels", phase.labels,
             [](JsonWriter& out, std::string const& label) { out.value(label); });
  json.member("more_labels", phase.more_labels);
  json.member("only_warm_up", phase.only_warm_up);
  json.text_or_null("incomplete", phase.incomplete);
  write_steps(json, phase.steps);
  json.member("ranges", phase.ranges);
  json.member("wall_ns", phase.wall_ns);
  json.member("side_by_side", phase.side_by_side);
  json.member("tokens_per_second", phase.tokens_per_second);
  json.member("busy", phase.busy);
  json.member("batch", phase.batch);
  json.member("context", phase.context);
  json.member("launches_per_token", phase.launches_of_token);
  json.member("bound", to_string(phase.verdict.bound));
  json.member("because", phase.verdict.because);
  write_efficiency(json, "mfu", phase.mfu);
  write_efficiency(json, "mbu", phase.mbu);
  write_roofline(json, phase.roofline);
  write_gpu_time(json, phase);
  write_list(json, "classes", phase.classes,
             [](JsonWriter& out, ClassShare const& share) { write(out, share); });
  json.end_object();
}

void write_latency(JsonWriter& json, char const* name, std::optional<LatencyStats> const& stats) {
  if (!stats) return json.member(name, nullptr);
  json.key(name).begin_object();
  json.member("mean_ns", stats->mean_ns);
  json.member("median_ns", stats->median_ns);
  json.member("p90_ns", stats->p90_ns);
  json.member("p95_ns", stats->p95_ns);
  json.member("p99_ns", stats->p99_ns);
  json.end_object();
}

void write(JsonWriter& json, RequestComparison const& compared) {
  RequestRun const& run = compared.run;
  json.begin_object();
  json.member("tool", to_string(run.tool));
  json.text_or_null("model", run.model);
  json.text_or_null("test", run.test);
  json.member("requests", run.requests);
  json.member("output_tokens_per_second", run.output_tokens_per_second);
  write_latency(json, "ttft", run.ttft);
  write_latency(json, "tpot", run.tpot);
  write_latency(json, "itl", run.itl);
  write_latency(json, "e2e", run.e2e);
  json.member("prefill_share", compared.prefill_share);
  json.member("decode_share", compared.decode_share);
  json.end_object();
}

void write_model(JsonWriter& json, std::optional<ModelSummary> const& model) {
  if (!model) return json.member("model", nullptr);
  json.key("model").begin_object();
  json.text_or_null("name", model->name);
  json.text_or_null("variant", model->variant);
  json.member("parameters", model->parameters.value);
  json.member("active_parameters", model->active_parameters.value);
  json.text_or_null("dtype", model->dtype);
  json.member("devices", model->devices);
  json.end_object();
}

void write(JsonWriter& json, Finding const& finding) {
  json.begin_object();
  json.member("phase", finding.kind == StepKind::other ? std::nullopt
                                                       : std::optional(std::string(to_string(finding.kind))));
  json.member("what", finding.what);
  json.member("evidence", finding.evidence);
  json.member("suggestion", finding.suggestion);
  json.member("gain_ns", finding.gain_ns);
  json.member("gain_share", finding.gain_share);
  json.end_object();
}

}  // namespace

std::string answers_json(Answers const& answers) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", Answers::schema);
  json.member("source", answers.source);
  write_model(json, answers.model);
  write_list(json, "phases", answers.phases,
             [](JsonWriter& out, PhaseAnswer const& phase) { write(out, phase); });
  write_list(json, "requests", answers.requests,
             [](JsonWriter& out, RequestComparison const& each) { write(out, each); });
  write_list(json, "findings", answers.findings,
             [](JsonWriter& out, Finding const& finding) { write(out, finding); });
  write_list(json, "roofline", answers.kernels,
             [](JsonWriter& out, KernelRoofline const& kernel) { write(out, kernel); });
  json.text_or_null("roofs", answers.roofs);
  write_list(json, "classes", answers.classes,
             [](JsonWriter& out, ClassShare const& share) { write(out, share); });
  json.member("unclassified", answers.unclassified);
  write_diagnostics(json, answers.diagnostics);
  json.end_object();
  return json.take();
}

void write_answers_json(Answers const& answers, std::filesystem::path const& path) {
  write_file_atomically(path, answers_json(answers));
}

}  // namespace llmprof::inline v0
