// SPDX-License-Identifier: MIT
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/json.hpp"
#include "llmprof/artifacts/environment.hpp"

namespace llmprof::inline v0 {
namespace {

void write_gpus(JsonWriter& json, std::vector<Gpu> const& gpus) {
  json.key("gpus").begin_array();
  for (Gpu const& gpu : gpus) {
    json.begin_object();
    json.text_or_null("name", gpu.name);
    json.text_or_null("uuid", gpu.uuid);
    json.text_or_null("bus_location", gpu.bus_location);
    json.end_object();
  }
  json.end_array();
}

void write_tools(JsonWriter& json, std::vector<ToolInfo> const& tools) {
  json.key("tools").begin_object();
  for (ToolInfo const& tool : tools) {
    json.key(tool.name).begin_object();
    json.member("path", tool.path);
    json.member("version", tool.version);
    json.end_object();
  }
  json.end_object();
}

void write_map(JsonWriter& json, char const* name, std::map<std::string, std::string> const& map) {
  json.key(name).begin_object();
  for (auto const& [key, value] : map) json.member(key, value);
  json.end_object();
}

}  // namespace

std::string to_json(Environment const& environment) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object();
  json.member("schema", "llmprof.env/1");
  write_gpus(json, environment.gpus);
  json.member("driver", environment.driver);
  json.member("cuda_driver", environment.cuda_driver);
  json.member("cuda_toolkit", environment.cuda_toolkit);
  write_tools(json, environment.tools);
  json.member("os", environment.os);
  json.member("kernel", environment.kernel);
  json.member("cpu", environment.cpu);
  json.member("cpu_cores", environment.cpu_cores);
  json.member("memory_bytes", environment.memory_bytes);
  json.key("git").begin_object();
  json.member("revision", environment.git_revision);
  json.member("branch", environment.git_branch);
  json.member("dirty", nullptr);
  json.end_object();
  write_map(json, "variables", environment.variables);
  write_map(json, "missing", environment.missing);
  json.end_object();
  return json.take();
}

void write_env_json(Environment const& environment, std::filesystem::path const& path) {
  write_file_atomically(path, to_json(environment));
}

}  // namespace llmprof::inline v0
