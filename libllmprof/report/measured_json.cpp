// SPDX-License-Identifier: MIT
#include "libllmprof/report/measured_json.hpp"

#include "libllmprof/report/json_list.hpp"
#include "libllmprof/report/labels_json.hpp"

namespace llmprof::inline v0 {
namespace {

void write_counter(JsonWriter& json, CounterSummary const& counter) {
  json.begin_object();
  json.member("name", counter.name);
  json.member("unit", counter.unit);
  json.member("mean", counter.mean);
  json.member("min", counter.min);
  json.member("max", counter.max);
  json.end_object();
}

}  // namespace

void write_kernel_shape(JsonWriter& json, KernelShape const& shape) {
  json.begin_object();
  json.member("kernel", shape.kernel);
  json.member("device", shape.device);
  write_values(json, "grid", shape.shape.grid);
  write_values(json, "block", shape.shape.block);
  json.member("calls", shape.calls);
  json.member("total_ns", shape.total_ns);
  json.end_object();
}

void write_kernel_work(JsonWriter& json, KernelWork const& work) {
  json.begin_object();
  json.member("kernel", work.kernel);
  if (work.shape) {
    write_values(json, "grid", work.shape->grid);
    write_values(json, "block", work.shape->block);
  }
  if (!work.path.empty()) write_path(json, work.path);
  json.member("launches", work.launches);
  json.member("seconds", work.work.seconds);
  json.member("dram_bytes", work.work.dram_bytes);
  write_list(json, "operations", work.work.operations, [](JsonWriter& out, PathWork const& path) {
    out.begin_object();
    out.member("path", to_string(path.path));
    out.member("count", path.operations);
    out.end_object();
  });
  json.member("at_least", work.work.at_least);
  json.member("least_operations", work.least_operations);
  json.member("most_operations", work.most_operations);
  write_values(json, "missing", work.work.missing);
  json.end_object();
}

void write_measured_kernel(JsonWriter& json, MeasuredKernel const& measured) {
  json.begin_object();
  json.member("kernel", measured.kernel);
  json.member("launches", measured.launches);
  json.member("mean_duration_ns", measured.mean_duration_ns);
  json.member("like_calls", measured.like_calls);
  json.member("like_ns", measured.like_ns);
  write_list(json, "counters", measured.counters, write_counter);
  json.end_object();
}

}  // namespace llmprof::inline v0
