// SPDX-License-Identifier: MIT
// Parameters of real models, by their own config.json (the members that matter), against what is published.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include "llmprof/analyze/model_parameters.hpp"
#include "llmprof/parse/model_spec.hpp"

using namespace llmprof;
using Catch::Matchers::WithinRel;

namespace {

ModelSpec model(std::string const& name) {
  return read_model_spec(std::string(LLMPROF_TEST_DATA) + "/models/" + name + ".json");
}

}  // namespace

TEST_CASE("Parameters are those of the published weights, to the last one", "[model_spec]") {
  auto const& [name, parameters] = GENERATE(table<std::string, std::uint64_t>({
      {"llama-2-7b", 6'738'415'616},
      {"llama-3-8b", 8'030'261'248},
      {"llama-3-70b", 70'553'706'496},
      {"llama-3.2-1b", 1'235'814'400},
      {"qwen2.5-7b", 7'615'616'512},
      {"qwen2.5-0.5b", 494'032'768},
      {"qwen3-8b", 8'190'735'360},
      {"qwen3-30b-a3b", 30'532'122'624},
      {"qwen1.5-moe-a2.7b", 14'315'784'192},
      {"mistral-7b-v0.1", 7'241'732'096},
      {"mixtral-8x7b", 46'702'792'704},
      {"deepseek-v2-lite", 15'706'484'224},
      {"gemma-7b", 8'537'680'896},
      {"gemma-2-2b", 2'614'341'888},
      {"gemma-3-1b", 999'885'952},
      {"phi-2", 2'779'683'840},
      {"phi-3-mini-4k", 3'821'079'552},
      {"gpt2", 124'439'808},
      {"gpt-j-6b", 6'050'882'784},
      {"pythia-160m", 162'322'944},
      {"opt-125m", 125'239'296},
      {"bloom-560m", 559'214'592},
      {"falcon-7b", 6'921'720'704},
      {"mpt-7b", 6'649'286'656},
      {"starcoder2-3b", 3'030'371'328},
      {"olmo-1b", 1'176'764'416},
      {"olmo-2-7b", 7'298'617'344},
      {"stablelm-2-1.6b", 1'644'515'328},
      {"command-r-35b", 34'980'831'232},
      {"gpt-oss-20b", 20'914'757'184},
  }));
  CAPTURE(name);
  auto const spec = model(name);
  CHECK(count_parameters(*spec.decoder).total() == parameters);
  for (Diagnostic const& diagnostic : spec.diagnostics) CHECK(diagnostic.severity == Severity::note);
}

TEST_CASE("Where no exact number is published, parameters are within half a percent", "[model_spec]") {
  auto const& [name, billions, active] = GENERATE(table<std::string, double, double>({
      {"deepseek-v3", 671, 37.5},      // arXiv 2412.19437: 671B, 37B activated (with the table of embeddings)
      {"llama-4-scout", 107.8, 17.2},  // model card: 109B with the vision encoder, 17B activated
  }));
  CAPTURE(name);
  auto const counts = count_parameters(*model(name).decoder);
  CHECK_THAT(static_cast<double>(counts.total()) / 1e9, WithinRel(billions, 0.005));
  CHECK_THAT(static_cast<double>(counts.active()) / 1e9, WithinRel(active, 0.01));
}

TEST_CASE("Active parameters leave out the experts that a token does not see", "[model_spec]") {
  auto const& [name, billions, tolerance] = GENERATE(table<std::string, double, double>({
      {"llama-2-7b", 6.738415616, 1e-12},
      {"mixtral-8x7b", 12.9, 0.005},          // arXiv 2401.04088: 13B
      {"deepseek-v2-lite", 2.66, 0.01},       // model card: 2.4B, without one table of embeddings
      {"deepseek-ocr", 0.57 + 0.1655, 0.01},  // arXiv 2510.18234: 570M, without one table of embeddings
      {"qwen3-30b-a3b", 3.35, 0.01},          // model card: 3.3B
      {"qwen1.5-moe-a2.7b", 2.7, 0.005},      // model card: 2.7B
      {"gpt-oss-20b", 4.19, 0.01},            // model card: 3.6B without embeddings (0.58B)
  }));
  CAPTURE(name);
  auto const active = static_cast<double>(count_parameters(*model(name).decoder).active()) / 1e9;
  CHECK_THAT(active, WithinRel(billions, tolerance));
}
