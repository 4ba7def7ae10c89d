// SPDX-License-Identifier: MIT
#include "libllmprof/report/diagnostics_json.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/report/kernels_markdown.hpp"

namespace llmprof::inline v0 {
namespace {

void write(JsonWriter& json, KernelRecord const& kernel) {
  json.begin_object();
  json.member("name", kernel.name);
  json.text_or_null("device", kernel.device);
  json.member("calls", kernel.calls);
  json.member("total_ns", kernel.total_ns);
  json.member("mean_ns", mean_of(kernel));
  json.member("min_ns", kernel.min_ns);
  json.member("median_ns", kernel.median_ns);
  json.member("max_ns", kernel.max_ns);
  json.member("stddev_ns", kernel.stddev_ns);
  json.end_object();
}

}  // namespace

std::string kernels_json(KernelTable const& table) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.kernels/1");
  json.member("calls", table.calls);
  json.member("total_ns", table.total_ns);
  json.key("kernels").begin_array();
  for (KernelRecord const& kernel : top_kernels(table.kernels, table.kernels.size())) write(json, kernel);
  json.end_array();
  write_diagnostics(json, table.diagnostics);
  json.end_object();
  return json.take();
}

}  // namespace llmprof::inline v0
