// SPDX-License-Identifier: MIT
#include "llmprof/report/profile_json.hpp"

#include <cmath>

#include "libllmprof/model/names.hpp"
#include "libllmprof/report/device_json.hpp"
#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/gpu_time_json.hpp"
#include "libllmprof/report/json_list.hpp"
#include "libllmprof/report/kernel_total_json.hpp"
#include "libllmprof/report/labels_json.hpp"
#include "libllmprof/report/measured_json.hpp"
#include "libllmprof/report/run_sums_json.hpp"
#include "libllmprof/support/atomic_file.hpp"

namespace llmprof::inline v0 {
namespace {

void write(JsonWriter& json, Process const& process) {
  json.begin_object();
  json.text_or_null("host", process.host);
  json.member("pid", process.pid);
  json.member("start_ns", process.start);
  json.text_or_null("name", process.name);
  json.member("rank", process.rank);
  json.end_object();
}

void write(JsonWriter& json, Device const& device) {
  json.begin_object();
  json.text_or_null("host", device.host);
  json.text_or_null("uuid", device.uuid);
  json.member("ordinal", device.ordinal);
  json.text_or_null("name", device.name);
  write_device_facts(json, device);
  json.end_object();
}

void write(JsonWriter& json, Histogram const& histogram) {
  json.key("histogram").begin_array();
  for (auto const& [bucket, count] : histogram.buckets()) {
    json.begin_array();
    json.value(bucket);
    json.value(count);
    json.end_array();
  }
  json.end_array();
}

void write(JsonWriter& json, KernelStats const& stats) {
  json.begin_object();
  json.member("kernel", stats.kernel);
  json.member("device", stats.device == no_index ? std::nullopt : std::optional(stats.device));
  json.member("calls", stats.calls);
  json.member("total_ns", stats.total_ns);
  json.member("mean_ns", stats.mean_ns);
  json.member("min_ns", stats.min_ns);
  json.member("median_ns", stats.median_ns);
  json.member("median_kind", to_string(stats.median_kind));
  json.member("max_ns", stats.max_ns);
  json.member("stddev_ns", stats.stddev_ns);
  json.member("sum_of_squares_ns2", stats.sum_of_squares);
  write(json, stats.histogram);
  json.end_object();
}

void write_gpu_time(JsonWriter& json, std::optional<GpuTime> const& time) {
  if (!time) return;
  json.key("gpu_time").begin_object();
  write_gpu_time_members(json, *time);
  json.end_object();
}

void write(JsonWriter& json, DeviceShare const& share) {
  json.begin_object();
  json.member("device", share.device);
  json.member("calls", share.calls);
  json.member("kernel_ns", share.kernel_ns);
  json.member("exclusive_kernel_ns", share.exclusive_kernel_ns);
  json.member("gpu_busy_ns", share.gpu_busy_ns);
  write_gpu_time(json, share.time);
  json.end_object();
}

// Unnamed namespaces are not searched for arguments' sake, so what the lambda calls is declared before it.
void write(JsonWriter& json, ProcessShare const& share);
void write(JsonWriter& json, PhaseProfile const& phase);
void write(JsonWriter& json, OutsideThread const& thread);
void write(JsonWriter& json, TimelineTrack const& track);

constexpr auto write_item = [](JsonWriter& json, auto const& item) { write(json, item); };

void write(JsonWriter& json, ProcessShare const& share) {
  json.begin_object();
  json.member("process", share.process);
  json.member("instances", share.instances);
  json.member("wall_ns", share.wall_ns);
  json.member("span_ns", share.span_ns);
  json.member("asynchronous", share.asynchronous);
  json.member("kernel_ns", share.kernel_ns);
  json.member("exclusive_kernel_ns", share.exclusive_kernel_ns);
  json.member("gpu_busy_ns", share.gpu_busy_ns);
  json.member("calls", share.calls);
  json.member("tokens", share.tokens);
  write_list(json, "devices", share.devices, write_item);
  json.end_object();
}

/// Rows are arrays, their columns named once: there may be ten thousand for each phase.
void write_rows(JsonWriter& json, PhaseProfile const& phase) {
  json.key("rows").begin_object();
  json.member("sampled", phase.rows_sampled);
  write_list(json, "columns",
             std::initializer_list<char const*>{"process", "thread", "start_ns", "wall_ns", "gpu_start_ns",
                                                "span_ns", "kernel_ns", "gpu_busy_ns", "calls", "tokens",
                                                "step_ns", "devices", "gpu_union_ns"},
             [](JsonWriter& out, char const* column) { out.value(column); });
  write_list(json, "values", phase.rows, [](JsonWriter& out, PhaseInstance const& row) {
    out.begin_array();
    out.value(row.process);
    out.value(row.thread);
    out.value(row.start);
    out.value(row.wall_ns);
    out.value(row.gpu_start);
    out.value(row.span_ns);
    out.value(row.kernel_ns);
    out.value(row.gpu_busy_ns);
    out.value(row.calls);
    out.value(row.tokens);
    out.value(row.step_ns);
    out.value(row.devices);
    out.value(row.gpu_union_ns);
    out.end_array();
  });
  json.end_object();
}

void write(JsonWriter& json, PhaseProfile const& phase) {
  json.begin_object();
  write_path(json, phase.path);
  json.member("processes", phase.processes);
  json.member("instances", phase.instances);
  json.member("with_gpu_work", phase.with_gpu_work);
  json.member("wall_ns", phase.wall_ns);
  json.member("span_ns", phase.span_ns);
  json.member("asynchronous", phase.asynchronous);
  json.member("kernel_ns", phase.kernel_ns);
  json.member("exclusive_kernel_ns", phase.exclusive_kernel_ns);
  json.member("gpu_busy_ns", phase.gpu_busy_ns);
  json.member("calls", phase.calls);
  json.member("tokens", phase.tokens);
  json.member("tokens_from", to_string(phase.tokens_from));
  if (phase.step) json.member("step", to_string(*phase.step));
  if (phase.start_end) json.member("start_end", true);
  if (phase.side_by_side) json.member("side_by_side", *phase.side_by_side);
  write_gpu_time(json, phase.gpu_time);
  json.key("replayed").begin_object();
  json.member("calls", phase.replayed.calls);
  json.member("kernel_ns", phase.replayed.kernel_ns);
  json.member("gpu_busy_ns", phase.replayed.gpu_busy_ns);
  json.end_object();
  write_list(json, "by_device", phase.by_device, write_item);
  write_list(json, "by_process", phase.by_process, write_item);
  write_list(json, "kernels", phase.kernels, write_item);
  write_rows(json, phase);
  json.end_object();
}

void write(JsonWriter& json, OutsideThread const& thread) {
  json.begin_object();
  json.member("process", thread.process);
  json.member("tid", thread.tid);
  json.text_or_null("name", thread.name);
  json.member("calls", thread.calls);
  json.member("kernel_ns", thread.kernel_ns);
  json.end_object();
}

void write(JsonWriter& json, TimelineTrack const& track) {
  json.begin_object();
  json.member("name", track.name);
  write_list(json, "busy", track.busy, [](JsonWriter& out, float share) {
    out.value(std::round(static_cast<double>(share) * 1e4) / 1e4);
  });
  json.end_object();
}

void write(JsonWriter& json, Timeline const& timeline) {
  json.key("timeline").begin_object();
  json.member("start_ns", timeline.start);
  json.member("bin_ns", timeline.bin_ns);
  write_list(json, "tracks", timeline.tracks, write_item);
  json.end_object();
}

void write(JsonWriter& json, std::optional<CollectionCost> const& cost) {
  json.key("collection");
  if (!cost) return json.value(nullptr);
  json.begin_object();
  json.member("processes", cost->processes);
  json.member("ranges", cost->ranges);
  json.member("launches", cost->launches);
  json.member("gpu_records", cost->gpu_records);
  json.member("dropped", cost->dropped);
  json.member("spool_bytes", cost->spool_bytes);
  json.member("flush_ns", cost->flush_ns);
  json.member("callback_ns", cost->callback_ns);
  json.member("workload_wall_ns", cost->workload_wall_ns);
  json.member("without_wall_ns", cost->without_wall_ns);
  json.end_object();
}

void write_head(JsonWriter& json, Profile const& profile) {
  json.member("schema", Profile::schema);
  json.member("llmprof", LLMPROF_VERSION);
  json.text_or_null("source", profile.source);
  json.text_or_null("tool", profile.tool);
  json.member("has_timeline", profile.has_timeline);
  json.member("capture_ns", profile.capture_ns);
  json.member("start_utc_ns", profile.start_utc_ns);
}

void write_totals(JsonWriter& json, Profile const& profile) {
  write_total(json, "total", profile.total);
  write_total(json, "outside", profile.outside);
  write_total(json, "no_launch_record", profile.no_launch_record);
  json.member("gpu_busy_ns", profile.gpu_busy_ns);
  json.member("lost_launches", profile.lost_launches);
  json.key("hidden_graphs").begin_object();
  json.member("launches", profile.hidden_graphs.launches);
  json.member("gpu_ns", profile.hidden_graphs.gpu_ns);
  json.end_object();
}

}  // namespace

std::string to_json(Profile const& profile) {
  JsonWriter json;
  json.begin_object();
  write_head(json, profile);
  write_list(json, "processes", profile.processes, write_item);
  write_list(json, "devices", profile.devices, write_item);
  write_totals(json, profile);
  write_list(json, "outside_threads", profile.outside_threads, write_item);
  write_values(json, "kernel_names", profile.kernel_names);
  write_list(json, "kernels", profile.kernels, write_item);
  write_list(json, "shapes", profile.shapes, write_kernel_shape);
  write_list(json, "measured", profile.measured, write_measured_kernel);
  if (!profile.work.empty()) write_list(json, "work", profile.work, write_kernel_work);
  write_list(json, "phases", profile.phases, write_item);
  write(json, profile.timeline);
  write(json, profile.collection);
  write_whole_run(json, profile.whole_run);
  write_diagnostics(json, profile.diagnostics);
  json.end_object();
  return json.take();
}

void write_profile_json(Profile const& profile, std::filesystem::path const& path) {
  write_file_atomically(path, to_json(profile));
}

}  // namespace llmprof::inline v0
