// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/step_groups.hpp"

#include <catch2/catch_test_macros.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "support/trace_maker.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;

std::vector<std::string> labels(std::vector<PhaseProfile const*> const& phases) {
  std::vector<std::string> all;
  for (PhaseProfile const* const phase : phases) all.push_back(to_string(phase->path));
  return all;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("steps are the rounds of a loop, and not the parts of a step") {
  TraceMaker made;
  made.range("LLM@decode_all", 0, 1000);
  for (Nanoseconds const at : {0, 100, 200}) {
    made.range("LLM@decode_step", at, at + 100).range("decode_attention", at + 10, at + 20);
    made.kernel("attention", at + 11, at + 11, at + 20).kernel("gemm", at + 30, at + 30, at + 90);
  }
  auto const profile = analyze(made.make());
  auto const groups = step_groups(profile);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].kind == StepKind::decode);
  CHECK(labels(groups[0].whole) == Labels{"LLM@decode_all"});
  CHECK(labels(groups[0].steps) == Labels{"LLM@decode_all/LLM@decode_step"});
}

TEST_CASE("phases of every request are one group, and the request is no mixed step") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 1000}) {
    std::string const request = at == 0 ? "generate 1" : "generate 2";
    made.range(request, at, at + 900).range("prefill", at, at + 100).range("decode", at + 100, at + 900);
    made.kernel("gemm", at + 1, at + 1, at + 50).kernel("gemv", at + 101, at + 101, at + 150);
  }
  auto const profile = analyze(made.make());
  auto const groups = step_groups(profile);
  REQUIRE(groups.size() == 2);
  CHECK(labels(groups[0].steps) == Labels{"generate 1/prefill", "generate 2/prefill"});
  CHECK(labels(groups[1].whole) == Labels{"generate 1/decode", "generate 2/decode"});
}

TEST_CASE("rounds with numbers in their names are steps as well") {
  TraceMaker made;
  made.range("generation", 0, 1000).range("LLM@decode_all", 1, 999);
  for (Nanoseconds const at : {1, 100, 200}) {
    made.range("Generation step " + std::to_string(at / 100), at, at + 100);
    made.kernel("gemv", at + 10, at + 10, at + 90);
  }
  auto const profile = analyze(made.make());
  CHECK(step_groups(profile)[0].steps.size() == 3);
}

TEST_CASE("tables do not tell that steps are in the loop, but it is known of ours") {
  Profile profile;
  for (char const* const name : {"decode_all", "decode_step"}) {
    PhaseProfile& phase = profile.phases.emplace_back();
    phase.path = {{"LLM", name}};
    phase.step = StepKind::decode;
    phase.instances = 7;
  }
  REQUIRE(step_groups(profile).size() == 1);
  CHECK(labels(step_groups(profile)[0].whole) == Labels{"LLM@decode_step"});
}

TEST_CASE("warm-up is left out, unless there is nothing else") {
  TraceMaker made;
  made.range("warmup", 0, 100).range("prefill", 10, 90).kernel("gemm", 20, 20, 30);
  auto const only = analyze(made.make());
  REQUIRE(step_groups(only).size() == 1);
  CHECK(step_groups(only)[0].only_warm_up);
  TraceMaker both;
  both.range("warmup", 0, 100).range("prefill", 10, 90).kernel("gemm", 20, 20, 30);
  both.range("prefill", 200, 300).kernel("gemm", 210, 210, 230);
  auto const profile = analyze(both.make());
  auto const groups = step_groups(profile);
  REQUIRE(groups.size() == 1);
  CHECK(labels(groups[0].steps) == Labels{"prefill"});
  CHECK_FALSE(groups[0].only_warm_up);
}

TEST_CASE("labels of engines make mixed steps where both are in one") {
  TraceMaker made;
  made.range("execute_context_2(6144)_generation_3(3)", 0, 100).kernel("gemm", 10, 10, 90);
  made.range("execute_context_0(0)_generation_5(5)", 100, 200).kernel("gemm", 110, 110, 190);
  auto const profile = analyze(made.make());
  auto const groups = step_groups(profile);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].kind == StepKind::decode);
  CHECK(groups[1].kind == StepKind::mixed);
  CHECK(profile.find({{"", "execute_context_2(6144)_generation_3(3)"}})->tokens == 6147);
  CHECK(profile.find({{"", "execute_context_0(0)_generation_5(5)"}})->tokens == 5);
  CHECK(profile.find({{"", "execute_context_0(0)_generation_5(5)"}})->tokens_from == TokenSource::label);
}
