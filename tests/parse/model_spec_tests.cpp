// SPDX-License-Identifier: MIT
#include "llmprof/parse/model_spec.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;

namespace {

ModelSpec model(std::string const& name) {
  return read_model_spec(std::string(LLMPROF_TEST_DATA) + "/models/" + name + ".json");
}

std::string const sizes =
    R"("hidden_size":64,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":128,"vocab_size":100)";

ModelSpec config(std::string const& more) { return read_model_config("{" + sizes + more + "}", "c.json"); }

ModelSpec quantised(std::string const& quantisation) {
  return config(R"(,"model_type":"llama","torch_dtype":"float16","quantization_config":{)" + quantisation +
                "}");
}

std::string const yaml_sizes = "layers: 2\nhidden: 64\nheads: 4\nintermediate: 128\nvocab: 100\n";

}  // namespace

TEST_CASE("A config.json gives the kind of attention, windows and types", "[model_spec]") {
  CHECK(model("llama-2-7b").decoder->attention_kind() == AttentionKind::mha);
  CHECK(model("llama-3-8b").decoder->attention_kind() == AttentionKind::gqa);
  CHECK(model("falcon-7b").decoder->attention_kind() == AttentionKind::mqa);
  CHECK(model("deepseek-v3").decoder->attention_kind() == AttentionKind::mla);
  CHECK(model("deepseek-ocr").decoder->attention_kind() == AttentionKind::mha);
  CHECK(to_string(AttentionKind::mla) == "MLA");

  CHECK(model("mistral-7b-v0.1").decoder->window == WindowSpec{4096, 32});
  CHECK(model("mixtral-8x7b").decoder->window == std::nullopt);
  CHECK(model("qwen2.5-7b").decoder->window == std::nullopt);
  CHECK(model("gemma-2-2b").decoder->window == WindowSpec{4096, 13});
  CHECK(model("gemma-3-1b").decoder->window == WindowSpec{512, 22});
  CHECK(model("gpt-oss-20b").decoder->window == WindowSpec{128, 12});

  auto const llama = model("llama-2-7b");
  CHECK(llama.dtype == DataType::fp16);
  CHECK(llama.variant == "llama");
  CHECK(llama.kv_type() == DataType::fp16);
  CHECK(llama.devices() == 1);
  CHECK(model("gpt2").dtype == std::nullopt);
}

TEST_CASE("The language model inside a multimodal one is read, with the sizes that its file leaves out",
          "[model_spec]") {
  auto const gemma = model("gemma-3-4b");
  CHECK(gemma.variant == "gemma3_text");
  CHECK(gemma.decoder->heads == 8);
  CHECK(gemma.decoder->kv_heads == 4);
  CHECK(gemma.decoder->vocab == 262208);
  CHECK(gemma.dtype == DataType::bf16);
  CHECK(gemma.decoder->window == WindowSpec{1024, 29});
}

TEST_CASE("What is not counted is said", "[model_spec]") {
  auto const deepseek = model("deepseek-v3");
  REQUIRE(deepseek.diagnostics.size() == 1);
  CHECK_THAT(deepseek.diagnostics.front().text, ContainsSubstring("multi-token prediction"));
  CHECK(deepseek.decoder->moe->layers == 58);
  auto const gemma = model("gemma-2-2b");
  REQUIRE(gemma.diagnostics.size() == 1);
  CHECK_THAT(gemma.diagnostics.front().text, ContainsSubstring("stored as fp32"));
}

TEST_CASE("A model_type that is not known is read as a decoder like Llama, and said so", "[model_spec]") {
  auto const spec = config(R"(,"model_type":"new_one","attention_bias":true)");
  REQUIRE(spec.decoder);
  CHECK(spec.decoder->gated_mlp);
  CHECK(spec.decoder->qkv_bias);
  CHECK(spec.decoder->kv_heads == 4);
  CHECK(spec.decoder->head_dim == 16);
  REQUIRE(spec.diagnostics.size() == 1);
  CHECK(spec.diagnostics.front().severity == Severity::warning);
  CHECK_THAT(spec.diagnostics.front().text, ContainsSubstring("'new_one' is not known"));
}

TEST_CASE("Everything that a config.json lacks is named", "[model_spec]") {
  CHECK_THROWS_WITH(read_model_config(R"({"model_type":"llama","hidden_size":64})", "c.json"),
                    ContainsSubstring("c.json") &&
                        ContainsSubstring("'num_hidden_layers', 'num_attention_heads', 'vocab_size', "
                                          "'intermediate_size'"));
  CHECK_THROWS_WITH(config(R"(,"model_type":"mixtral")"),
                    ContainsSubstring("'num_local_experts', 'num_experts_per_tok'"));
  CHECK_THROWS_WITH(config(R"(,"model_type":"deepseek_v3")"), ContainsSubstring("'kv_lora_rank'"));
}

TEST_CASE("Config files that cannot be are refused", "[model_spec]") {
  auto const& [more, message] = GENERATE(table<std::string, std::string>({
      {R"(,"model_type":"t5")", "has an encoder and a decoder"},
      {R"(,"is_encoder_decoder":true)", "has an encoder and a decoder"},
      {R"(,"model_type":"mamba")", "state space"},
      {R"(,"model_type":7)", "model_type: expected a string"},
      {R"(,"num_key_value_heads":3)", "no multiple of kv_heads"},
      {R"(,"num_key_value_heads":8)", "the number of KV heads is 8"},
      {R"(,"num_key_value_heads":0)", "the number of KV heads is 0"},
      {R"(,"num_key_value_heads":-1)", "num_key_value_heads: expected a count"},
      {R"(,"num_key_value_heads":"4")", "num_key_value_heads: expected a count"},
      {R"(,"head_dim":1e9)", "head_dim"},
      {R"(,"head_dim":1000000)", "head_dim is 1000000"},
      {R"(,"tie_word_embeddings":1)", "tie_word_embeddings: expected true or false"},
      {R"(,"model_type":"mixtral","num_local_experts":2,"num_experts_per_tok":3)", "experts per token is 3"},
      {R"(,"model_type":"mixtral","num_local_experts":18446744073709551615,"num_experts_per_tok":1)",
       "the number of experts is"},
      {R"(,"text_config":[])", "expected an object"},
      {R"(,"quantization_config":{"quant_method":"gptq"})", "'bits' is missing"},
      {R"(,"quantization_config":{"quant_method":"gptq","bits":0})", "number of bits"},
  }));
  CAPTURE(more);
  CHECK_THROWS_WITH(config(more), ContainsSubstring(message));
}

TEST_CASE("Quantised weights take their scales with them", "[model_spec]") {
  auto const& [text, bits] = GENERATE(table<std::string, double>({
      {R"("quant_method":"gptq","bits":4,"group_size":128)", 4 + (16 + 4) / 128.0},
      {R"("quant_method":"gptq","bits":8,"group_size":-1)", 8},
      {R"("quant_method":"awq","bits":4,"group_size":64)", 4 + (16 + 4) / 64.0},
      {R"("quant_method":"awq","w_bit":4,"q_group_size":128)", 4 + (16 + 4) / 128.0},
      {R"("quant_method":"fp8","weight_block_size":[128,128])", 8 + 32.0 / 16384},
      {R"("quant_method":"fp8")", 8},
      {R"("load_in_8bit":true)", 8},
      {R"("quant_method":"bitsandbytes","load_in_4bit":true)", 4.5},
      {R"("quant_method":"bitsandbytes","load_in_4bit":true,"bnb_4bit_use_double_quant":true)", 4.126953125},
      {R"("quant_method":"mxfp4")", 4.25},
      {R"("quant_method":"modelopt","quant_algo":"NVFP4")", 4.5},
      {R"("quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":4,"type":"int",
          "strategy":"group","group_size":128,"symmetric":true}}})",
       4.125},
      {R"("quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":4,"type":"int",
          "strategy":"group","group_size":128,"symmetric":false}}})",
       4 + 20 / 128.0},
      {R"("quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":8,
          "type":"float","strategy":"channel","group_size":null}}})",
       8},
  }));
  CAPTURE(text);
  auto const spec = quantised(text);
  REQUIRE(spec.quantisation);
  REQUIRE(spec.quantisation->bits_per_weight);
  CHECK_THAT(*spec.quantisation->bits_per_weight, WithinAbs(bits, 1e-12));
  CHECK(spec.diagnostics.empty());
}

TEST_CASE("Matrices are multiplied in the small type only if activations are in it too", "[model_spec]") {
  CHECK(quantised(R"("quant_method":"gptq","bits":4,"group_size":128)").compute_type() == DataType::fp16);
  CHECK(quantised(R"("quant_method":"fp8")").compute_type() == DataType::fp8);
  std::string const group =
      R"("quant_method":"compressed-tensors","kv_cache_scheme":{"num_bits":8,"type":"float"},
      "config_groups":{"group_0":{"weights":{"num_bits":8,"type":"int"})";
  CHECK(quantised(group + "}}").compute_type() == DataType::fp16);
  CHECK(quantised(group + R"(,"input_activations":{"num_bits":8}}})").compute_type() == DataType::int8);
  CHECK(quantised(group + "}}").kv_type() == DataType::fp8);
  CHECK(model("gpt-oss-20b").quantisation->part == QuantisedPart::experts);
}

TEST_CASE("An unknown quantisation leaves the bits of a weight unknown", "[model_spec]") {
  auto const spec = quantised(R"("quant_method":"brand_new","bits":3)");
  REQUIRE(spec.quantisation);
  CHECK(!spec.quantisation->bits_per_weight);
  REQUIRE(spec.diagnostics.size() == 1);
  CHECK_THAT(spec.diagnostics.front().text, ContainsSubstring("'brand_new' is not known"));
}

TEST_CASE("A model.yaml may have a number of parameters alone", "[model_spec]") {
  auto const spec = read_model_yaml("name: Mine\nparameters: 6.74B\ndtype: bfloat16\n", "m.yaml");
  CHECK(spec.name == "Mine");
  CHECK(spec.parameters == 6'740'000'000);
  CHECK(spec.dtype == DataType::bf16);
  CHECK(!spec.decoder);
}

TEST_CASE("A model.yaml may have all sizes", "[model_spec]") {
  auto const spec = read_model_yaml(yaml_sizes +
                                        "variant: base\ndtype: bf16\nkv_dtype: fp8\ntensor_parallel: 4\n"
                                        "pipeline_parallel: 2\nnorm: layer\nqk_norm: head\n"
                                        "moe: {experts: 8, experts_per_token: 2, intermediate: 32}\n"
                                        "window: {tokens: 16}\nquantisation: {bits_per_weight: 4.5}\n",
                                    "m.yaml");
  REQUIRE(spec.decoder);
  CHECK(spec.decoder->kv_heads == 4);
  CHECK(spec.decoder->head_dim == 16);
  CHECK(spec.decoder->norm == NormKind::layer);
  CHECK(spec.decoder->moe->layers == 2);
  CHECK(spec.decoder->window == WindowSpec{16, 2});
  CHECK(spec.kv_type() == DataType::fp8);
  CHECK(spec.devices() == 8);
  CHECK(spec.quantisation->bits_per_weight == 4.5);
}

TEST_CASE("A model.yaml may name a config.json and say how it runs", "[model_spec]") {
  TemporaryFolder const folder;
  put_file(folder / "config.json", "{" + sizes + R"(,"model_type":"llama","torch_dtype":"float16"})");
  put_file(folder / "m.yaml", "config: config.json\ntensor_parallel: 2\nkv_dtype: fp8\nvocab: 200\n");
  auto const spec = read_model_spec(folder / "m.yaml");
  CHECK(spec.tensor_parallel == 2);
  CHECK(spec.dtype == DataType::fp16);
  CHECK(spec.kv_type() == DataType::fp8);
  CHECK(spec.decoder->vocab == 200);
  CHECK(spec.decoder->layers == 2);
  CHECK(read_model_spec(folder.path()).decoder->vocab == 100);  // the folder's config.json
  put_file(folder / "self.json", "config: self.json\n");
  CHECK_THROWS_AS(read_model_spec(folder / "self.json"), ParseError);
}

TEST_CASE("Model files in YAML that cannot be are refused with the line", "[model_spec]") {
  auto const& [text, message] = GENERATE(table<std::string, std::string>({
      {"dtype: bf16\n", "says neither `parameters`"},
      {"parameters: 7Q\n", "m.yaml:1: parameters: expected a number"},
      {"parameters: -1\n", "m.yaml:1: parameters: expected a number"},
      {"parameters: 0\n", "from 1 to 1000T"},
      {"parameters: nan\n", "expected a number"},
      {"parameters: [1, 2]\n", "expected one value"},
      {"parameters: 7B\nactive_parameters: 8B\n", "active_parameters are more"},
      {"parameters: 7B\ndtype: bf17\n", "m.yaml:2: dtype: data type 'bf17' is not known"},
      {"parameters: 7B\nlayer: 2\n", "did you mean 'layers'?"},
      {"parameters: 7B\nparameters: 7B\n", "m.yaml:2: 'parameters' comes twice"},
      {"parameters: 7B\ntensor_parallel: 0\n", "number of GPUs from 1"},
      {"layers: 2\nhidden: 64\n", "missing: heads, intermediate, vocab"},
      {"layers: 2.5\n", "layers: expected a whole number"},
      {"config: weights.bin\n", "expected the name of a .json file"},
  }));
  CAPTURE(text);
  CHECK_THROWS_WITH(read_model_yaml(text, "m.yaml"), ContainsSubstring(message));
  CHECK_THROWS_WITH(read_model_yaml(yaml_sizes + "moe: {experts: 4}\n", "m.yaml"),
                    ContainsSubstring("missing: moe.experts_per_token, moe.intermediate"));
}

TEST_CASE("Files that are none of both are refused", "[model_spec]") {
  TemporaryFolder const folder;
  put_file(folder / "empty", " \n");
  CHECK_THROWS_WITH(read_model_spec(folder / "empty"), ContainsSubstring("is empty"));
  put_file(folder / "large", std::string(std::size_t{2} << 20U, '{'));
  CHECK_THROWS_WITH(read_model_spec(folder / "large"), ContainsSubstring("not weights"));
  CHECK_THROWS_AS(read_model_spec(folder / "none"), IoError);
  std::string const text = "{" + sizes + R"(,"model_type":"llama"})";
  for (std::size_t size = 1; size < text.size(); ++size)
    REQUIRE_THROWS_AS(read_model_config(text.substr(0, size), "c.json"), ParseError);
}
