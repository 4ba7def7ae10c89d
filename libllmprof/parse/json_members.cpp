// SPDX-License-Identifier: MIT
#include "libllmprof/parse/json_members.hpp"

#include <utility>

#include "libllmprof/model/names.hpp"
#include "libllmprof/parse/written_label.hpp"

namespace llmprof::inline v0 {
namespace {

Label read_label(JsonNode const& node) {
  auto label = written_label(node.string());
  if (!label) node.fail("a label ends in '\\'");
  return *std::move(label);
}

}  // namespace

std::optional<std::int64_t> optional_integer(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? std::optional(found->integer()) : std::nullopt;
}

std::optional<std::int64_t> optional_duration(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? std::optional(found->duration()) : std::nullopt;
}

std::optional<std::uint64_t> known_count(JsonNode const& node, char const* key) {
  JsonNode const found = node.at(key);
  return found.is_null() ? std::nullopt : std::optional(found.count());
}

std::optional<std::int64_t> known_duration(JsonNode const& node, char const* key) {
  JsonNode const found = node.at(key);
  return found.is_null() ? std::nullopt : std::optional(found.duration());
}

std::optional<std::uint64_t> optional_count(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? std::optional(found->count()) : std::nullopt;
}

std::optional<double> optional_number(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? std::optional(found->number()) : std::nullopt;
}

std::string optional_text(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? found->string() : std::string();
}

std::optional<bool> optional_boolean(JsonNode const& node, char const* key) {
  auto const found = node.find(key);
  return found ? std::optional(found->boolean()) : std::nullopt;
}

Device read_device_facts(JsonNode const& node) {
  Device device;
  device.uuid = optional_text(node, "uuid");
  device.name = optional_text(node, "name");
  device.compute_major = optional_duration(node, "compute_major");
  device.compute_minor = optional_duration(node, "compute_minor");
  device.sm_count = optional_duration(node, "sm_count");
  device.clock_hz = optional_duration(node, "clock_hz");
  device.memory_bandwidth = optional_duration(node, "memory_bandwidth");
  device.memory_bytes = optional_duration(node, "memory_bytes");
  return device;
}

std::vector<Label> read_path(JsonNode const& array) {
  auto path = list_of<Label>(array, read_label);
  if (path.empty()) array.fail("a phase has at least one label");
  return path;
}

void read_figures(JsonNode const& node, PhaseProfile& phase) {
  phase.processes = known_count(node, "processes");
  phase.instances = known_count(node, "instances");
  phase.wall_ns = known_duration(node, "wall_ns");
  phase.span_ns = known_duration(node, "span_ns");
  phase.asynchronous = optional_boolean(node, "asynchronous");
  phase.kernel_ns = known_duration(node, "kernel_ns");
  phase.exclusive_kernel_ns = known_duration(node, "exclusive_kernel_ns");
  phase.gpu_busy_ns = known_duration(node, "gpu_busy_ns");
  phase.calls = known_count(node, "calls");
  phase.tokens = optional_integer(node, "tokens");
}

KernelTotal read_kernel_total(JsonNode const& node) {
  return {.calls = known_count(node, "calls"), .kernel_ns = optional_duration(node, "kernel_ns")};
}

Diagnostic read_diagnostic(JsonNode const& node) {
  auto const severity = severity_named(node.at("severity").string());
  if (!severity) node.at("severity").fail("expected note, warning or error");
  auto const line = node.find("line");
  return {.severity = *severity,
          .text = node.at("text").string(),
          .source = optional_text(node, "source"),
          .line = line ? std::optional(line->count()) : std::nullopt};
}

}  // namespace llmprof::inline v0
