// SPDX-License-Identifier: MIT
#include "llmprof/report/ceilings_json.hpp"

#include "libllmprof/report/device_json.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/json.hpp"

namespace llmprof::inline v0 {
namespace {

void append_device(JsonWriter& json, Device const& device) {
  json.begin_object();
  json.text_or_null("name", device.name);
  json.text_or_null("uuid", device.uuid);
  write_device_facts(json, device);
  json.end_object();
}

void append_rate(JsonWriter& json, MeasuredRate const& rate) {
  json.begin_object();
  json.member("best", rate.best);
  json.member("median", rate.median);
  json.member("samples", rate.samples);
  json.end_object();
}

}  // namespace

std::string to_json(Ceilings const& ceilings) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object();
  json.member("schema", "llmprof.ceilings/1");
  json.key("device");
  append_device(json, ceilings.device);
  json.key("bandwidth");
  if (ceilings.bandwidth) {
    append_rate(json, *ceilings.bandwidth);
  } else {
    json.value(nullptr);
  }
  json.key("flops").begin_object();
  for (auto const& [type, rate] : ceilings.flops) {
    json.key(to_string(type));
    append_rate(json, rate);
  }
  json.end_object();
  json.end_object();
  return json.take();
}

void write_ceilings(Ceilings const& ceilings, std::filesystem::path const& path) {
  write_file_atomically(path, to_json(ceilings));
}

}  // namespace llmprof::inline v0
