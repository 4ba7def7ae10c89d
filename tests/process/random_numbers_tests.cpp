// SPDX-License-Identifier: MIT
#include "libllmprof/process/random_numbers.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <set>

#include "llmprof/error.hpp"

using namespace llmprof;

TEST_CASE("Floats are cut to fewer bits") {
  CHECK(narrow_float(1.0F, 8, 23) == 0x3F800000U);
  CHECK(narrow_float(-1.0F, 8, 7) == 0xBF80U);   // bf16
  CHECK(narrow_float(0.5F, 5, 10) == 0x3800U);   // fp16
  CHECK(narrow_float(-1.5F, 5, 10) == 0xBE00U);  // fp16
  CHECK(narrow_float(1.75F, 4, 3) == 0x3EU);     // E4M3
  CHECK(narrow_float(-0x1p-6F, 4, 3) == 0x88U);  // the smallest normal one
  CHECK(narrow_float(0x1p-7F, 4, 3) == 0U);      // what would be subnormal
  CHECK(narrow_float(0.0F, 5, 10) == 0U);
  CHECK(narrow_float(1.0009F, 5, 10) == 0x3C00U);  // cut
}

TEST_CASE("Random numbers are spread evenly between -1 and 1, and the same each time") {
  std::string const bytes = random_numbers(DataType::tf32, 10000);
  REQUIRE(bytes.size() == 40000);
  CHECK(bytes == random_numbers(DataType::tf32, 10000));
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 10000; ++i) {
    float value = 0;
    std::memcpy(&value, bytes.data() + 4 * i, sizeof(value));
    REQUIRE(std::abs(value) <= 1.0F);
    sum += value;
    squares += double{value} * double{value};
  }
  CHECK(std::abs(sum / 10000) < 0.03);
  CHECK(std::abs(squares / 10000 - 1.0 / 3) < 0.02);
}

TEST_CASE("Random numbers of fp8 are finite and many") {
  std::set<unsigned char> seen;
  for (char const byte : random_numbers(DataType::fp8, 10000)) seen.insert(static_cast<unsigned char>(byte));
  CHECK(seen.size() > 80);
  CHECK(seen.count(0x7F) == 0);  // not a number
  CHECK(seen.count(0xFF) == 0);
}

TEST_CASE("Random numbers take the bytes of their type") {
  CHECK(random_numbers(DataType::bf16, 3).size() == 6);
  CHECK(random_numbers(DataType::fp16, 3).size() == 6);
  CHECK(random_numbers(DataType::fp8, 3).size() == 3);
  CHECK_THROWS_AS((void)random_numbers(DataType::int4, 3), InvalidArgument);
}
