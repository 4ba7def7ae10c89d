// SPDX-License-Identifier: MIT
#include "libllmprof/report/run_sums_json.hpp"

#include "libllmprof/report/json_list.hpp"
#include "libllmprof/report/kernel_total_json.hpp"
#include "libllmprof/report/labels_json.hpp"

namespace llmprof::inline v0 {
namespace {

void write(JsonWriter& json, SummedKernel const& kernel) {
  json.begin_object();
  json.member("name", kernel.name);
  json.member("calls", kernel.calls);
  json.member("total_ns", kernel.total_ns);
  json.member("min_ns", kernel.min_ns);
  json.member("max_ns", kernel.max_ns);
  json.end_object();
}

void write_phase(JsonWriter& json, SummedPhase const& phase) {
  json.begin_object();
  write_path(json, phase.path);
  json.member("instances", phase.instances);
  json.member("wall_ns", phase.wall_ns);
  json.member("calls", phase.calls);
  json.member("kernel_ns", phase.kernel_ns);
  json.member("payload", phase.payload);
  json.member("tokens", phase.tokens);
  write_list(json, "kernels", phase.kernels, write);
  json.end_object();
}

}  // namespace

void write_whole_run(JsonWriter& json, std::optional<RunSums> const& sums) {
  json.key("whole_run");
  if (!sums) return json.value(nullptr);
  json.begin_object();
  json.member("processes", sums->processes);
  json.member("windows", sums->windows);
  json.member("kept_ns", sums->kept_ns);
  write_total(json, "outside", sums->outside);
  write_total(json, "no_launch_record", sums->no_launch_record);
  json.member("lost", sums->lost);
  write_list(json, "phases", sums->phases, write_phase);
  json.end_object();
}

}  // namespace llmprof::inline v0
