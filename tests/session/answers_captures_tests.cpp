// SPDX-License-Identifier: MIT
// Answers of real runs: an H200, four layers of a PyTorch Llama (bf16) and of mini_engine (fp32), a prompt of
// 512 and of 256 tokens, a batch of one. ncu measured every kernel of one prefill and one decode step.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>

#include "llmprof/session/inputs.hpp"
#include "llmprof/session/interpretation.hpp"

namespace {

using namespace llmprof;
using Catch::Approx;

Answers answers_of(std::string const& name, std::string const& model) {
  std::filesystem::path const data = std::filesystem::path(LLMPROF_TEST_DATA) / "answers-h200";
  InterpretationFiles files;
  files.model = (data / model).string();
  LoadedInputs const loaded = load_inputs({data / (name + ".sqlite"), data / (name + "-raw.csv")});
  return read_interpretation(files).answers(loaded.profile);
}

/// What the model needs for one step.
double flops(PhaseAnswer const& phase) { return *phase.mfu.achieved * phase.steps.mean_ns * 1e-9; }
double bytes(PhaseAnswer const& phase) { return *phase.mbu.achieved * phase.steps.mean_ns * 1e-9; }

void check(Answers const& answers) {
  PhaseAnswer const& prefill = *answers.find(StepKind::prefill);
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  REQUIRE(prefill.roofline);
  REQUIRE(decode.roofline);
  CHECK(*prefill.roofline->coverage > 0.98);
  CHECK(*decode.roofline->coverage > 0.98);
  // ncu counts what the units did, padding of tiles included; activations are bytes that the model does not
  // need.
  CHECK(*prefill.roofline->operations_of_step == Approx(flops(prefill)).epsilon(0.05));
  CHECK(*decode.roofline->bytes_of_step == Approx(bytes(decode)).epsilon(0.15));
  CHECK(answers.unclassified == 0.0);
}

}  // namespace

TEST_CASE("FLOPs and bytes of a PyTorch Llama are those that ncu counted") {
  Answers const answers = answers_of("torch-llama", "torch-llama.json");
  check(answers);
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK(decode.labels == std::vector<std::string>{"decode[bs=1]"});
  CHECK(decode.steps.count == 8);
  CHECK(decode.verdict.bound == Bound::launch);
  CHECK(*decode.context == Approx(516.5));
}

// Figures of a script of its own over the tables of the capture.
TEST_CASE("four threads of an engine on two GPUs are told as what they do together") {
  std::filesystem::path const data = std::filesystem::path(LLMPROF_TEST_DATA) / "collector-h200";
  LoadedInputs const loaded = load_inputs({data / "mini-engine-two-gpus.sqlite"});
  Answers const answers = read_interpretation({}).answers(loaded.profile);
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK(loaded.profile.devices.size() == 2);
  CHECK(decode.devices_of_process == 2);
  CHECK(decode.devices_of_step == 1);
  CHECK(decode.steps.count == 127);
  CHECK(decode.steps.set_aside == 5);
  CHECK(decode.steps.total_ns == 41'554'169);
  CHECK(decode.steps.elapsed_ns == 11'733'195);
  CHECK(*decode.tokens_per_second == Approx(21'647.98));
  CHECK(*decode.side_by_side == Approx(3.5416).epsilon(0.001));
  CHECK(*decode.busy == Approx(0.8393820268));
}

TEST_CASE("FLOPs and bytes of mini_engine are those that ncu counted") {
  Answers const answers = answers_of("mini-engine", "mini-engine.yaml");
  check(answers);
  CHECK(answers.find(StepKind::decode)->steps.set_aside == 1);
  CHECK(answers.find(StepKind::decode)->verdict.bound == Bound::mixed);
  CHECK(*answers.find(StepKind::decode)->mbu.value == Approx(0.207).margin(0.001));
}
