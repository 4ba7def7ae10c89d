// SPDX-License-Identifier: MIT
#include "libllmprof/parse/run_sums_json.hpp"

#include "libllmprof/parse/json_members.hpp"

namespace llmprof::inline v0 {
namespace {

SummedKernel read_kernel(JsonNode const& node) {
  return {.name = node.at("name").string(),
          .calls = node.at("calls").count(),
          .total_ns = node.at("total_ns").duration(),
          .min_ns = node.at("min_ns").duration(),
          .max_ns = node.at("max_ns").duration()};
}

SummedPhase read_phase(JsonNode const& node) {
  return {.path = read_path(node.at("path")),
          .instances = node.at("instances").count(),
          .wall_ns = node.at("wall_ns").duration(),
          .calls = node.at("calls").count(),
          .kernel_ns = node.at("kernel_ns").duration(),
          .payload = optional_integer(node, "payload"),
          .tokens = optional_integer(node, "tokens"),
          .kernels = list_of<SummedKernel>(node.at("kernels"), read_kernel)};
}

}  // namespace

RunSums read_whole_run(JsonNode const& node) {
  return {.processes = node.at("processes").count(),
          .windows = optional_count(node, "windows").value_or(0),
          .kept_ns = node.at("kept_ns").duration(),
          .phases = list_of<SummedPhase>(node.at("phases"), read_phase),
          .outside = read_kernel_total(node.at("outside")),
          .no_launch_record = read_kernel_total(node.at("no_launch_record")),
          .lost = node.at("lost").count()};
}

}  // namespace llmprof::inline v0
