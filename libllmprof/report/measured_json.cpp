// SPDX-License-Identifier: MIT
#include "libllmprof/report/measured_json.hpp"

#include <array>

namespace llmprof::inline v0 {
namespace {

void write_sizes(JsonWriter& json, char const* name, std::array<std::int32_t, 3> const& sizes) {
  json.key(name).begin_array();
  for (std::int32_t const size : sizes) json.value(size);
  json.end_array();
}

void write(JsonWriter& json, CounterSummary const& counter) {
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
  write_sizes(json, "grid", shape.shape.grid);
  write_sizes(json, "block", shape.shape.block);
  json.member("calls", shape.calls);
  json.member("total_ns", shape.total_ns);
  json.end_object();
}

void write_measured_kernel(JsonWriter& json, MeasuredKernel const& measured) {
  json.begin_object();
  json.member("kernel", measured.kernel);
  json.member("launches", measured.launches);
  json.member("mean_duration_ns", measured.mean_duration_ns);
  json.member("like_calls", measured.like_calls);
  json.member("like_ns", measured.like_ns);
  json.key("counters").begin_array();
  for (CounterSummary const& counter : measured.counters) write(json, counter);
  json.end_array();
  json.end_object();
}

}  // namespace llmprof::inline v0
