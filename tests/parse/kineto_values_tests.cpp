// SPDX-License-Identifier: MIT
#include "libllmprof/parse/kineto_values.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

using namespace llmprof;

TEST_CASE("Microseconds become nanoseconds exactly", "[kineto]") {
  auto const [text, ns] = GENERATE(table<std::string, std::int64_t>({
      {"0", 0},
      {"1", 1000},
      {"-2.5", -2500},
      {"+2.5", 2500},
      {"0.001", 1},
      {"0.0004", 0},
      {"0.0005", 1},
      {"-0.0006", -1},
      {"12.", 12000},
      {".5", 500},
      {"007.250", 7250},
      {"1700000000123456.789", 1700000000123456789},
      {"1700000000123456.7894", 1700000000123456789},
      {"1700000000123456.7895", 1700000000123456790},
      {"2300000000123456.789", 2300000000123456789},
      {"2408.5979999999995", 2408598},
      {"6520618853487.6830000000000000000000000001", 6520618853487683},
      {"1.7e+15", 1700000000000000000},
      {"1.5E3", 1500000},
      {"25e-4", 3},
      {"1e-1000000", 0},
      {"0e999", 0},
      {"000000000000000000000000000000000000001", 1000},
  }));
  CAPTURE(text);
  CHECK(nanoseconds_from_us(text) == ns);
}

TEST_CASE("What is no time gives none", "[kineto]") {
  auto const text = GENERATE(as<std::string>(), "", "-", ".", "e5", "1e", "1e+-5", "NaN", "Infinity", "N/A",
                             "1.2.3", "1 2", "0x10", "--1", "+-1",
                             "2305843009213694",         // 2^61 ns
                             "99999999999999999999999",  // more digits than fit
                             "1e300", "1e99999999999");
  CAPTURE(text);
  CHECK_FALSE(nanoseconds_from_us(text));
}

TEST_CASE("Ids are integers, or the first one in words", "[kineto]") {
  CHECK(id_from("7") == 7);
  CHECK(id_from("-247463936") == -247463936);
  CHECK(id_from("stream 7") == 7);
  CHECK(id_from("GPU 3 (high 9)") == 3);
  CHECK_FALSE(id_from("Spans"));
  CHECK_FALSE(id_from(""));
  CHECK_FALSE(id_from("99999999999999999999"));
  CHECK(integer_from("12") == 12);
  CHECK_FALSE(integer_from("12.5"));
  CHECK_FALSE(integer_from("stream 7"));
}
