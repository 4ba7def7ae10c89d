// SPDX-License-Identifier: MIT
#include "llmprof/analyze/engine_label.hpp"

#include <catch2/catch_test_macros.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

using namespace llmprof;

namespace llmprof::inline v0 {

// For the messages of failed checks.
std::ostream& operator<<(std::ostream& out, EngineStep const& step) {
  auto const put = [&](char const* name, std::optional<std::int64_t> value) {
    if (value) out << ' ' << name << '=' << *value;
  };
  out << to_string(step.kind);
  put("context_requests", step.context_requests);
  put("context_tokens", step.context_tokens);
  put("generation_requests", step.generation_requests);
  put("generation_tokens", step.generation_tokens);
  put("batch", step.batch);
  return out;
}

}  // namespace llmprof::inline v0

namespace {

constexpr std::optional<std::int64_t> unknown;

struct Case {
  std::string_view label;
  EngineStep step;
};

void check(std::vector<Case> const& cases) {
  for (auto const& [label, step] : cases) {
    CAPTURE(label);
    auto const read = read_engine_label(label);
    REQUIRE(read);
    CHECK(*read == step);
  }
}

void check_kind(StepKind kind, std::vector<std::string_view> const& labels) {
  for (std::string_view const label : labels) {
    CAPTURE(label);
    auto const read = read_engine_label(label);
    REQUIRE(read);
    CHECK(to_string(read->kind) == to_string(kind));
  }
}

void check_none(std::vector<std::string_view> const& labels) {
  for (std::string_view const label : labels) {
    CAPTURE(label);
    CHECK_FALSE(read_engine_label(label));
  }
}

}  // namespace

TEST_CASE("labels of vLLM say requests and tokens of both kinds", "[engine-labels]") {
  check({
      {"execute_context_2(6144)_generation_3(3)", {StepKind::mixed, 2, 6144, 3, 3, 5}},
      {"execute_context_1(128)_generation_0(0)", {StepKind::prefill, 1, 128, 0, 0, 1}},
      {"execute_context_0(0)_generation_32(32)", {StepKind::decode, 0, 0, 32, 32, 32}},
      {"execute_context_0(0)_generation_4(28)", {StepKind::decode, 0, 0, 4, 28, 4}},  // speculates
      {"execute_context_0(0)_generation_0(0)", {StepKind::other, 0, 0, 0, 0, 0}},
      {"execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk55086sqsq32sqsk55086)",
       {StepKind::decode, 0, 0, 32, 32, 32}},
      {"execute_8192_context_9(sq8155sk8430sqsq7475785sqsk7671310)_generation_37(sq37sk34489sqsq37sqsk34489)",
       {StepKind::mixed, 9, 8155, 37, 37, 46}},
      {"execute_context_2_generation_3", {StepKind::mixed, 2, unknown, 3, unknown, 5}},
      // Of cached requests it is not said which are still at their prompts.
      {"execute_new_2_cached_0", {StepKind::prefill, unknown, unknown, unknown, unknown, 2}},
      {"execute_new_0_cached_7", {StepKind::decode, unknown, unknown, unknown, unknown, 7}},
      {"execute_new_1_cached_7", {StepKind::mixed, unknown, unknown, unknown, unknown, 8}},
  });
}

TEST_CASE("labels of SGLang say the mode of the forward pass", "[engine-labels]") {
  check({
      {"step[EXTEND bs=2 toks=4096]", {StepKind::prefill, 2, 4096, unknown, unknown, 2}},
      {"step[EXTEND bs=2 toks=12 c_sqsq=80 c_sqsk=120 c_sk=20]",
       {StepKind::prefill, 2, 12, unknown, unknown, 2}},
      {"step[DECODE bs=16]", {StepKind::decode, unknown, unknown, 16, unknown, 16}},
      {"step[DECODE bs=2 g_sqsq=2 g_sqsk=30 g_sk=30]", {StepKind::decode, unknown, unknown, 2, unknown, 2}},
      {"step[MIXED bs=2 c=1 g=1 c_sq=5 c_sk=8 c_sqsq=25 c_sqsk=40 g_sq=1 g_sk=12 g_sqsq=1 g_sqsk=12]",
       {StepKind::mixed, 1, 5, 1, 1, 2}},
      {"step[MIXED bs=9]", {StepKind::mixed, unknown, unknown, unknown, unknown, 9}},
      {"step[TARGET_VERIFY bs=4]", {StepKind::decode, unknown, unknown, 4, unknown, 4}},
      {"step[DRAFT_EXTEND_V2 bs=4]", {StepKind::decode, unknown, unknown, 4, unknown, 4}},
      {"step[SPLIT_PREFILL bs=1]", {StepKind::prefill, 1, unknown, unknown, unknown, 1}},
      {"step[IDLE bs=0]", {StepKind::other, unknown, unknown, unknown, unknown, 0}},
      {"prefill[bs=2 tok=16384]", {StepKind::prefill, 2, 16384, unknown, unknown, 2}},
      {"decode[bs=64]", {StepKind::decode, unknown, unknown, 64, unknown, 64}},
      {"decode[bs=64 tok=64]", {StepKind::decode, unknown, unknown, 64, 64, 64}},
  });
}

TEST_CASE("labels of TensorRT-LLM say requests of both kinds", "[engine-labels]") {
  check({
      {"[Executor] _forward_step 60000: 0 ctx reqs, 0 ctx tokens, 32 gen reqs",
       {StepKind::decode, 0, 0, 32, unknown, 32}},
      {"[Executor] _forward_step 12: 2 ctx reqs, 6144 ctx tokens, 3 gen reqs",
       {StepKind::mixed, 2, 6144, 3, unknown, 5}},
      {"[Executor] _forward_step 12: 1 ctx reqs, 0 gen reqs", {StepKind::prefill, 1, unknown, 0, unknown, 1}},
      {"[Executor] _forward_step: 1 ctx reqs, 4 gen reqs", {StepKind::mixed, 1, unknown, 4, unknown, 5}},
      {"[Executor] _forward_step 7: 0 ctx reqs, 0 ctx tokens, 0 gen reqs",
       {StepKind::other, 0, 0, 0, unknown, 0}},
  });
}

TEST_CASE("plain words mean a phase wherever they stand alone", "[engine-labels]") {
  check_kind(StepKind::prefill,
             {"prefill", "Prefill", "PREFILL", "prefill_chunk", "prefill chunk 3/4", "prefill8k",
              "BatchPrefill", "model.prefill", "prefill_step", "chunked-prefill", "  prefill  ",
              "context phase", "Context Phase", "context_step", "extend", "extend_batch", "prefilling"});
  check_kind(StepKind::decode,
             {"decode", "decode_step", "decode_all", "decode_b1", "Decode #17", "BatchDecode",
              "BatchDecode getting requests", "model.step.tp0.decode", "decoding", "generation phase",
              "Generation Step 4", "generation", "speculative decode"});
  check_kind(StepKind::mixed, {"generate", "model.generate", "LlamaForCausalLM.generate",
                               "prefill_decode_mixed", "prefill+decode", "Generate"});
}

TEST_CASE("plain words may have numbers behind them", "[engine-labels]") {
  check({
      {"BatchPrefill num_seq=4 total_len=512", {StepKind::prefill, 4, 512, unknown, unknown, 4}},
      {"decode_step (batch_size=8)", {StepKind::decode, unknown, unknown, 8, unknown, 8}},
      {"prefill, num_tokens=128", {StepKind::prefill, unknown, 128, unknown, unknown, unknown}},
      {"decode bs=x", {StepKind::decode, unknown, unknown, unknown, unknown, unknown}},
  });
}

TEST_CASE("near misses are no steps", "[engine-labels]") {
  check_none({"execute_contextual", "execute_context_", "execute_context_2(6144)",
              "execute_context_2(6144)_generation_", "execute_context_2(x)_generation_3(3)",
              "execute_context_2(6144)_generation_3(3)_more", "execute_context_2(6144_generation_3(3)",
              "execute_context_menu_2", "execute_new_2", "execute_new_2_cached_", "execute_new_file",
              "execute_context_99999999999999999999(1)_generation_1(1)"});
  check_none({"step[EXTEND bs=2", "step[TRAIN bs=2]", "step[]", "step[", "[", "footstep[TRAIN bs=1]",
              "[Executor] _forward_step", "[Executor] _forward_step 12: 1 ctx reqs",
              "[Executor] _prepare_tp_inputs"});
  check_none({"prefilled_cache",
              "decoder",
              "decoder.layers.3",
              "decoded",
              "predecode",
              "context",
              "context_parallel",
              "speculator: precompute_context_kv",
              "extend_cache_table",
              "generate_mask",
              "generated",
              "regenerate",
              "text generation webui",
              "image decode",
              "jpeg_decode",
              "vae_decode",
              "base64_decode",
              "tokenizer.decode",
              "detokenize_decode",
              "prefill_kv_transfer",
              "wait_for_prefill"});
  check_none({"", " ", "gpu_model_runner: forward", "ProfilerStep#6", "forward", "layer.3",
              "FSDP::post_forward (decode)", "aiter::mha_batch_prefill", "void Engine::decode(int)",
              "TensorRT@ExecutionContext::execute", "\xff\xfe"});
}

TEST_CASE("operators of PyTorch are no steps, and labels are short", "[engine-labels]") {
  CHECK(read_engine_label("prefill", "user_annotation"));
  CHECK(read_engine_label("prefill", "LLM"));
  CHECK_FALSE(read_engine_label("prefill", "cpu_op"));
  CHECK(read_engine_label("prefill " + std::string(1000, 'x')));
  CHECK_FALSE(read_engine_label("prefill " + std::string(1025, 'x')));
  CHECK_FALSE(read_engine_label(std::string(5'000'000, '[')));
}

TEST_CASE("kinds of steps have names", "[engine-labels]") {
  for (StepKind const kind : {StepKind::prefill, StepKind::decode, StepKind::mixed, StepKind::other})
    CHECK(parse_step_kind(to_string(kind)) == kind);
  CHECK_FALSE(parse_step_kind("Prefill"));
}
