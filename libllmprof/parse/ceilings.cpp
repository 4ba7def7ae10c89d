// SPDX-License-Identifier: MIT
#include "llmprof/parse/ceilings.hpp"

#include <utility>

#include "libllmprof/parse/json_members.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/json_reader.hpp"

namespace llmprof::inline v0 {
namespace {

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
  ceilings.device = read_device_facts(root.at("device"));
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
