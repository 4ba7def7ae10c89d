// SPDX-License-Identifier: MIT
#include "llmprof/analyze/model_costs.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include "llmprof/parse/model_spec.hpp"

using namespace llmprof;
using Catch::Matchers::WithinRel;

namespace {

ModelSpec model(std::string const& name) {
  return read_model_spec(std::string(LLMPROF_TEST_DATA) + "/models/" + name + ".json");
}

/// Small enough to count by hand: 2 layers, 4 heads of 2, 2 KV heads, MLP of 16, 10 tokens.
ModelSpec small(std::string const& more = "") {
  return read_model_yaml(
      "layers: 2\nhidden: 8\nheads: 4\nkv_heads: 2\nintermediate: 16\nvocab: 10\ndtype: bf16\n" + more,
      "small.yaml");
}

constexpr double small_layer = 8 * (8 + 4 + 4 + 8) + 3 * 8 * 16;  // q, k, v, o; gate, up, down
constexpr double small_head = 8 * 10;

/// Pairs one by one, as a kernel sees them.
double pairs(std::uint64_t cached, std::uint64_t tokens, std::uint64_t window) {
  double sum = 0;
  for (std::uint64_t i = cached + 1; i <= cached + tokens; ++i)
    sum += static_cast<double>(std::min(i, window));
  return sum;
}

}  // namespace

TEST_CASE("KV bytes of a token are the published ones", "[model_costs]") {
  auto const& [name, bytes] = GENERATE(table<std::string, double>({
      {"llama-2-7b", 524288},   // 2 x 32 heads x 128 x 2 bytes x 32 layers
      {"llama-3-8b", 131072},   // 8 KV heads
      {"llama-3-70b", 327680},  //
      {"falcon-7b", 8192},      // one KV head of 64
      {"deepseek-v3", 70272},   // arXiv 2505.09343, table 1: 70.272 KB
      {"deepseek-v2-lite", 31104},
  }));
  CAPTURE(name);
  CHECK(*kv_bytes_per_token(model(name)) == bytes);
}

TEST_CASE("FLOPs of a prefill are those counted by hand", "[model_costs]") {
  double const matrices = 2 * 2 * small_layer * 5 + 2 * small_head;
  double const attention = 2 * 2 * (4 * 2) * 2 * (1 + 2 + 3 + 4 + 5);  // QK and AV, 4 heads of 2, 2 layers
  CHECK(*prefill_costs(small(), {.tokens = 5}).flops == matrices + attention);
  CHECK(*prefill_costs(small(), {.tokens = 5, .logits_tokens = 5}).flops ==
        matrices + attention + 2 * 4 * small_head);
  CHECK(*prefill_costs(small(), {.tokens = 5, .logits_tokens = 99}).flops ==
        matrices + attention + 2 * 4 * small_head);
  CHECK(*prefill_costs(small(), {.tokens = 5, .logits_tokens = 0}).flops ==
        matrices + attention - 2 * small_head);
  CHECK(*prefill_costs(small(), {.sequences = 3, .tokens = 5}).flops == 3 * (matrices + attention));
  CHECK(*prefill_costs(small(), {.tokens = 5}).kv_bytes == 5 * 2 * (2 * 2 * 2) * 2);
}

TEST_CASE("A prefill in chunks costs as much as one at once", "[model_costs]") {
  auto const flops = [](PrefillShape const& shape) {
    return *prefill_costs(model("mistral-7b-v0.1"), shape).flops;
  };
  double const whole = flops({.tokens = 9000, .logits_tokens = 0});
  double const chunks = flops({.tokens = 4000, .logits_tokens = 0}) +
                        flops({.tokens = 1000, .cached = 4000, .logits_tokens = 0}) +
                        flops({.tokens = 4000, .cached = 5000, .logits_tokens = 0});
  CHECK_THAT(chunks, WithinRel(whole, 1e-12));
}

TEST_CASE("A window of attention bounds pairs and the cache that is read", "[model_costs]") {
  auto const spec = small("window: {tokens: 3, layers: 1}\n");
  auto const& [cached, tokens] =
      GENERATE(table<std::uint64_t, std::uint64_t>({{0, 1}, {0, 3}, {0, 9}, {2, 4}, {7, 2}}));
  CAPTURE(cached, tokens);
  double const attention = 2 * 2 * 8 * (pairs(cached, tokens, 3) + pairs(cached, tokens, 1000));
  double const matrices = 2 * 2 * small_layer * static_cast<double>(tokens);
  CHECK(*prefill_costs(spec, {.tokens = tokens, .cached = cached, .logits_tokens = 0}).flops ==
        matrices + attention);
  CHECK(*decode_costs(spec, {.context = 2}).kv_bytes == 2 * 8 * (2 + 2));
  CHECK(*decode_costs(spec, {.context = 100}).kv_bytes == 2 * 8 * (100 + 3));
}

TEST_CASE("A decode step reads all weights but the table of embeddings", "[model_costs]") {
  auto const costs = decode_costs(model("llama-3-8b"), {.sequences = 1, .context = 1000});
  CHECK(*costs.weight_bytes == 2 * (8'030'261'248.0 - 128256.0 * 4096 + 4096));
  CHECK(*costs.kv_bytes == 131072.0 * 1000);
  CHECK(*costs.bytes() == *costs.weight_bytes + *costs.kv_bytes);
  // 2 x matrices + 4 x heads x head_dim x layers x context
  double const matrices = 8'030'261'248.0 - 128256.0 * 4096 - 65.0 * 4096;
  CHECK(*costs.flops == 2 * matrices + 4.0 * 32 * 128 * 32 * 1000);

  // Tied: the table is lm_head, and read whole.
  auto const tied = decode_costs(model("llama-3.2-1b"), {.sequences = 1, .context = 1});
  CHECK(*tied.weight_bytes == 2 * (1'235'814'400.0 + 2048));
  CHECK(*model_bytes(model("llama-3.2-1b")) == 2 * 1'235'814'400.0);
}

TEST_CASE("The same weights serve a batch; caches and FLOPs grow with it", "[model_costs]") {
  auto const one = decode_costs(model("llama-2-7b"), {.sequences = 1, .context = 500});
  auto const many = decode_costs(model("llama-2-7b"), {.sequences = 16, .context = 500});
  CHECK(*many.flops == 16 * *one.flops);
  CHECK(*many.kv_bytes == 16 * *one.kv_bytes);
  CHECK_THAT(*many.weight_bytes, WithinRel(*one.weight_bytes, 1e-4));  // 15 more rows of the table
}

TEST_CASE("A larger batch meets more experts", "[model_costs]") {
  auto const mixtral = model("mixtral-8x7b");
  CHECK_THAT(*experts_met(mixtral, 1), WithinRel(2, 1e-12));
  CHECK_THAT(*experts_met(mixtral, 2), WithinRel(3.5, 1e-12));
  CHECK_THAT(*experts_met(mixtral, 1000), WithinRel(8, 1e-12));
  auto const bytes = [&](double batch) { return *decode_costs(mixtral, {.sequences = batch}).weight_bytes; };
  double const expert = 3.0 * 4096 * 14336 * 32 * 2;
  CHECK_THAT(bytes(2) - bytes(1), WithinRel(1.5 * expert, 1e-4));
  CHECK(bytes(1) < 2 * 12.9e9);
  CHECK_THAT(bytes(1000), WithinRel(2 * (46'702'792'704.0 - 32000.0 * 4096), 1e-3));
  CHECK(experts_met(model("gpt2"), 1).reason == "the model has no experts");
}

TEST_CASE("MLA computes in the latent space where its cache stays compressed", "[model_costs]") {
  auto const spec = model("deepseek-v2-lite");
  auto const decode = [&](double context) { return *decode_costs(spec, {.context = context}).flops; };
  CHECK(decode(1001) - decode(1) == 1000.0 * 2 * 16 * (512 + 64 + 512) * 27);
  auto const prefill = [&](std::uint64_t cached) {
    return *prefill_costs(spec, {.tokens = 1, .cached = cached}).flops;
  };
  CHECK(prefill(1000) - prefill(0) == 1000.0 * 2 * 16 * (128 + 64 + 128) * 27);
}

TEST_CASE("Quantised weights are fewer bytes, what is left as it is as many", "[model_costs]") {
  auto const spec = small("quantisation: {method: awq, bits_per_weight: 4.5}\n");
  double const norms = 5 * 8;
  CHECK(*model_bytes(spec) == 2 * small_layer * 4.5 / 8 + (norms + 2 * small_head) * 2);
  CHECK(*decode_costs(spec, {}).weight_bytes == 2 * small_layer * 4.5 / 8 + (norms + small_head + 8) * 2);

  // The checkpoint of gpt-oss-20b is 12.8 GiB, by its model card.
  auto oss = model("gpt-oss-20b");
  CHECK(model_bytes(oss).reason == "the data type of the weights is not known");
  oss.dtype = DataType::bf16;
  CHECK_THAT(*model_bytes(oss), WithinRel(12.8 * 1024 * 1024 * 1024, 0.005));
  // 671B in fp8, of which the two tables of 129280 x 7168 are bf16.
  CHECK_THAT(*model_bytes(model("deepseek-v3")), WithinRel(671.0e9 + 1.85e9, 0.005));
}

TEST_CASE("Devices share what can be shared", "[model_costs]") {
  auto spec = model("llama-3-8b");
  auto const whole = decode_costs(spec, {.sequences = 4, .context = 100});
  CHECK(*per_device(whole, spec).flops == *whole.flops);
  spec.tensor_parallel = 16;  // twice as many as KV heads
  spec.pipeline_parallel = 2;
  auto const share = per_device(whole, spec);
  CHECK(*share.flops == *whole.flops / 32);
  CHECK(*share.weight_bytes == *whole.weight_bytes / 32);
  CHECK(*share.kv_bytes == *whole.kv_bytes / 16);

  auto latent = model("deepseek-v3");
  latent.tensor_parallel = 8;
  auto const costs = decode_costs(latent, {.context = 100});
  CHECK(*per_device(costs, latent).kv_bytes == *costs.kv_bytes);
}

TEST_CASE("With a number of parameters alone some costs are known, the others say why not", "[model_costs]") {
  auto const spec = read_model_yaml("parameters: 7B\ndtype: bf16\n", "m.yaml");
  auto const costs = decode_costs(spec, {.sequences = 4, .context = 100});
  CHECK(*costs.flops == 4 * 2 * 7e9);
  CHECK(*costs.weight_bytes == 14e9);
  CHECK(!costs.kv_bytes);
  CHECK(costs.kv_bytes.reason == "the model's sizes are not known, only its number of parameters");
  CHECK(costs.bytes().reason == costs.kv_bytes.reason);
  CHECK(*prefill_costs(spec, {.tokens = 100}).flops == 100 * 2 * 7e9);
  CHECK(per_device(costs, spec).kv_bytes.reason == costs.kv_bytes.reason);

  auto const moe = read_model_yaml("parameters: 47B\nactive_parameters: 13B\ndtype: fp16\n", "m.yaml");
  CHECK(*decode_costs(moe, {}).flops == 2 * 13e9);
  CHECK(*decode_costs(moe, {}).weight_bytes == 26e9);
  CHECK(decode_costs(moe, {.sequences = 2}).weight_bytes.reason.find("moe.experts") != std::string::npos);
  CHECK(*model_bytes(moe) == 94e9);

  auto const untyped = read_model_yaml("parameters: 7B\n", "m.yaml");
  CHECK(decode_costs(untyped, {}).weight_bytes.reason == "the data type of the weights is not known");
  CHECK(model_bytes(model("gpt2")).reason == "the data type of the weights is not known");
  CHECK(decode_costs(model("gpt2"), {}).kv_bytes.reason == "the data type of the KV cache is not known");
  CHECK(*total_parameters(untyped) == 7e9);
  CHECK(*active_parameters(moe) == 13e9);
  CHECK(total_parameters(ModelSpec{}).reason == "the model's number of parameters is not known");
}
