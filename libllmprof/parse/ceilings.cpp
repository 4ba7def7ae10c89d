// SPDX-License-Identifier: MIT
#include "llmprof/parse/ceilings.hpp"

#include <utility>

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/json_reader.hpp"

namespace llmprof::inline v0 {
namespace {

std::string text_of(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? found->string() : std::string();
}

std::optional<std::int64_t> integer_of(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? std::optional(found->duration()) : std::nullopt;
}

Device read_device(JsonNode const& node) {
  Device device;
  device.name = text_of(node, "name");
  device.uuid = text_of(node, "uuid");
  device.compute_major = integer_of(node, "compute_major");
  device.compute_minor = integer_of(node, "compute_minor");
  device.sm_count = integer_of(node, "sm_count");
  device.clock_hz = integer_of(node, "clock_hz");
  device.memory_bandwidth = integer_of(node, "memory_bandwidth");
  device.memory_bytes = integer_of(node, "memory_bytes");
  return device;
}

double read_positive(JsonNode const& node) {
  double const value = node.number();
  if (value <= 0) node.fail("expected a rate above zero");
  return value;
}

MeasuredRate read_rate(JsonNode const& node) {
  return {.best = read_positive(node.at("best")),
          .median = read_positive(node.at("median")),
          .samples = node.at("samples").duration()};
}

}  // namespace

Ceilings read_ceilings(std::string_view text, std::string source) {
  JsonDocument const document(text, std::move(source));
  document.expect_schema("llmprof.ceilings", 1);
  JsonNode const root = document.root();
  Ceilings ceilings;
  ceilings.device = read_device(root.at("device"));
  if (auto const bandwidth = root.find("bandwidth")) ceilings.bandwidth = read_rate(*bandwidth);
  JsonNode const flops = root.at("flops");
  for (std::string const& name : flops.keys()) {
    auto const type = parse_data_type(name);
    if (!type) flops.at(name).fail("'" + name + "' is no type of data");
    ceilings.flops[*type] = read_rate(flops.at(name));
  }
  return ceilings;
}

Ceilings read_ceilings_file(std::filesystem::path const& path) {
  return read_ceilings(read_file(path), path.string());
}

}  // namespace llmprof::inline v0
