// SPDX-License-Identifier: MIT
#include "llmprof/model/data_type.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <string>

using namespace llmprof;

TEST_CASE("Data types read back as they are written", "[data_type]") {
  auto const type = GENERATE(DataType::fp64, DataType::fp32, DataType::tf32, DataType::bf16, DataType::fp16,
                             DataType::fp8, DataType::int8, DataType::fp4, DataType::int4);
  CHECK(parse_data_type(to_string(type)) == type);
}

TEST_CASE("Names of PyTorch, safetensors and tools are known", "[data_type]") {
  CHECK(parse_data_type("torch.bfloat16") == DataType::bf16);
  CHECK(parse_data_type("Float16") == DataType::fp16);
  CHECK(parse_data_type("F8_E4M3") == DataType::fp8);
  CHECK(parse_data_type("float32") == DataType::fp32);
  CHECK(!parse_data_type("bf17"));
  CHECK(!parse_data_type(""));
  CHECK(!parse_data_type("torch."));
}

TEST_CASE("Bits of a number", "[data_type]") {
  CHECK(bits_of(DataType::fp64) == 64);
  CHECK(bits_of(DataType::tf32) == 32);
  CHECK(bits_of(DataType::bf16) == 16);
  CHECK(bits_of(DataType::fp8) == 8);
  CHECK(bits_of(DataType::int4) == 4);
}
