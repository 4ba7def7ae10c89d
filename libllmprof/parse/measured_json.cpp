// SPDX-License-Identifier: MIT
#include "libllmprof/parse/measured_json.hpp"

#include <array>
#include <limits>

#include "libllmprof/parse/json_members.hpp"

namespace llmprof::inline v0 {
namespace {

std::array<std::int32_t, 3> read_sizes(JsonNode const& node) {
  if (node.size() != 3) node.fail("expected three sizes");
  std::array<std::int32_t, 3> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::int64_t const size = node[i].duration();
    if (size > std::numeric_limits<std::int32_t>::max()) node[i].fail("expected a size of 32 bits");
    sizes[i] = static_cast<std::int32_t>(size);
  }
  return sizes;
}

CounterSummary read_counter(JsonNode const& node) {
  return {.name = node.at("name").string(),
          .unit = node.at("unit").string_or_empty(),
          .mean = node.at("mean").number(),
          .min = node.at("min").number(),
          .max = node.at("max").number()};
}

}  // namespace

KernelShape read_kernel_shape(JsonNode const& node, Profile const& lists) {
  return {.kernel = node.at("kernel").index(lists.kernel_names.size()),
          .device = node.at("device").index(lists.devices.size()),
          .shape = {.grid = read_sizes(node.at("grid")), .block = read_sizes(node.at("block"))},
          .calls = node.at("calls").count(),
          .total_ns = node.at("total_ns").duration()};
}

KernelWork read_kernel_work(JsonNode const& node, Profile const& lists) {
  KernelWork work;
  work.kernel = node.at("kernel").index(lists.kernel_names.size());
  if (auto const grid = node.find("grid"))
    work.shape = LaunchShape{.grid = read_sizes(*grid), .block = read_sizes(node.at("block"))};
  if (auto const path = node.find("path")) work.path = read_path(*path);
  work.launches = node.at("launches").count();
  if (auto const found = node.find("seconds")) work.work.seconds = found->number();
  if (auto const found = node.find("dram_bytes")) work.work.dram_bytes = found->number();
  for_each(node.at("operations"), [&](JsonNode const& path) {
    auto const known = compute_path_named(path.at("path").string());
    if (!known) path.at("path").fail("expected a compute path, such as 'tensor bf16'");
    work.work.add(*known, path.at("count").number());
  });
  work.work.at_least = node.at("at_least").boolean();
  work.least_operations = node.at("least_operations").number();
  work.most_operations = node.at("most_operations").number();
  for_each(node.at("missing"), [&](JsonNode const& text) { work.work.missing.push_back(text.string()); });
  return work;
}

MeasuredKernel read_measured_kernel(JsonNode const& node, Profile const& lists) {
  MeasuredKernel measured;
  measured.kernel = node.at("kernel").index(lists.kernel_names.size());
  measured.launches = node.at("launches").count();
  if (auto const found = node.find("mean_duration_ns")) measured.mean_duration_ns = found->number();
  if (auto const found = node.find("like_calls")) measured.like_calls = found->count();
  if (auto const found = node.find("like_ns")) measured.like_ns = found->duration();
  for_each(node.at("counters"),
           [&](JsonNode const& counter) { measured.counters.push_back(read_counter(counter)); });
  return measured;
}

}  // namespace llmprof::inline v0
