// SPDX-License-Identifier: MIT
#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/kernel_total_json.hpp"
#include "libllmprof/report/labels_json.hpp"
#include "libllmprof/report/phase_rows.hpp"
#include "llmprof/report/json.hpp"

namespace llmprof::inline v0 {
namespace {

void write_key(JsonWriter& json, PhaseRow const& row, By by) {
  switch (by) {
    case By::none: return;
    case By::process:
      json.member("process", row.key);
      json.member("pid", row.pid);
      return;
    case By::device: json.member("device", row.key); return;
    case By::rank: json.member("rank", row.rank); return;
  }
}

void write_devices(JsonWriter& json, Profile const& profile, PhaseRow const& row) {
  json.key("devices").begin_array();
  for (DeviceShare const& share : row.devices) {
    json.begin_object();
    json.member("device", device_label(profile.devices.at(share.device)));
    json.member("calls", share.calls);
    json.member("kernel_ns", share.kernel_ns);
    json.member("gpu_busy_ns", share.gpu_busy_ns);
    json.end_object();
  }
  json.end_array();
}

void write(JsonWriter& json, Profile const& profile, PhaseRow const& row, By by) {
  json.begin_object();
  write_key(json, row, by);
  json.member("label", to_string(row.phase->path.back()));
  write_path(json, row.phase->path);
  json.member("depth", row.phase->depth());
  json.member("processes", row.processes);
  json.member("instances", row.instances);
  json.member("wall_ns", row.wall_ns);
  json.member("span_ns", row.span_ns);
  json.member("asynchronous", row.asynchronous);
  json.member("kernel_ns", row.kernel_ns);
  json.member("exclusive_kernel_ns", row.exclusive_kernel_ns);
  json.member("gpu_busy_ns", row.gpu_busy_ns);
  json.member("calls", row.calls);
  json.member("tokens", row.tokens);
  write_devices(json, profile, row);
  json.end_object();
}

}  // namespace

std::string_view to_string(By by) noexcept {
  switch (by) {
    case By::none: return "";
    case By::process: return "process";
    case By::device: return "device";
    case By::rank: return "rank";
  }
  return "";
}

std::string phases_json(Profile const& profile, By by) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.phases/1");
  json.key("phases").begin_array();
  for (PhaseRow const& row : phase_rows(profile, by)) write(json, profile, row, by);
  json.end_array();
  write_total(json, "outside", profile.outside);
  write_total(json, "no_launch_record", profile.no_launch_record);
  write_total(json, "total", profile.total);
  write_diagnostics(json, profile.diagnostics);
  json.end_object();
  return json.take();
}

}  // namespace llmprof::inline v0
