// SPDX-License-Identifier: MIT
#include "libllmprof/parse/number.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cstdint>
#include <string>

using llmprof::may_be_grouped;
using llmprof::NumberReader;
using llmprof::read_integer;

TEST_CASE("Numbers are read to the nearest double", "[number]") {
  auto const [text, want] = GENERATE(table<std::string, double>({
      {"0", 0},
      {"7", 7},
      {"007", 7},
      {"-3", -3},
      {"+3", 3},
      {"123456789", 123456789},
      {"1234567890", 1234567890},
      {"2.944000", 2.944},
      {"0.125", 0.125},
      {".5", 0.5},
      {"5.", 5},
      {"-0.1", -0.1},
      {"1,234", 1234},
      {"1,234,567", 1234567},
      {"12,345.67", 12345.67},
      {"17,473,124.16", 17473124.16},
      {"-1,234.5", -1234.5},
      {"1e3", 1000},
      {"1.5E-3", 0.0015},
      {"4,177,986,493,506,493.50", 4177986493506493.50},
      {"18446744073709551615", 18446744073709551615.0},
      {"0.1000000000000000055511151231257827", 0.1},
  }));
  CAPTURE(text);
  CHECK(NumberReader().read(text) == want);
}

TEST_CASE("What is not wholly a number is none", "[number]") {
  auto const text = GENERATE(as<std::string>(),
                             "",             // empty
                             " ",            // blank
                             "-",            // a sign alone
                             ".",            // a mark alone
                             "n/a",          // a word
                             "nan",          // not finite
                             "inf",          // not finite
                             "12a",          // trailing letter
                             "1 2",          // two numbers
                             "1.2.3",        // a version
                             "12,34",        // a group of two
                             "1,2345",       // a group of four
                             ",123",         // nothing before the group
                             "1,,234",       // an empty group
                             "1234,567",     // a long first group
                             "0,123",        // a group behind zero
                             "1,234,56",     // a short last group
                             "1e",           // no exponent
                             "1e999",        // too large
                             "0x10",         // hexadecimal
                             "158 (0: 158)"  // instances
  );
  CAPTURE(text);
  CHECK_FALSE(NumberReader().read(text));
}

TEST_CASE("With a decimal comma points group the digits", "[number]") {
  NumberReader german(',');
  CHECK(german.read("1.234,56") == 1234.56);
  CHECK(german.read("12,34") == 12.34);
  CHECK(german.read("2.929") == 2929.0);
  CHECK_FALSE(german.read("12.34"));
}

TEST_CASE("A reader remembers which notation the cells prove", "[number]") {
  SECTION("cells that can be written with a decimal point only") {
    auto const text =
        GENERATE(as<std::string>(), "12.34", "1,234.5", "1,234,567", "0.125", "2944.000", ".125");
    CAPTURE(text);
    NumberReader reader;
    CHECK(reader.read(text));
    CHECK(reader.proven());
    CHECK_FALSE(reader.refuted());
  }
  SECTION("cells that can be written with a decimal comma only") {
    auto const text = GENERATE(as<std::string>(), "12,34", "1.234,5", "1.234.567", "0,125");
    CAPTURE(text);
    NumberReader reader;
    CHECK_FALSE(reader.read(text));
    CHECK(reader.refuted());
    CHECK_FALSE(reader.proven());
  }
  SECTION("cells that prove nothing") {
    auto const text = GENERATE(as<std::string>(), "7", "1,234", "1.234", "n/a", "");
    CAPTURE(text);
    NumberReader reader;
    static_cast<void>(reader.read(text));
    CHECK_FALSE(reader.proven());
    CHECK_FALSE(reader.refuted());
  }
}

TEST_CASE("One mark and three digits behind it may be a group", "[number]") {
  CHECK(may_be_grouped("1.234", '.'));
  CHECK(may_be_grouped("123,456", ','));
  CHECK_FALSE(may_be_grouped("1.23", '.'));
  CHECK_FALSE(may_be_grouped("0.234", '.'));
  CHECK_FALSE(may_be_grouped("1234.567", '.'));
  CHECK_FALSE(may_be_grouped("1,234", '.'));
  CHECK_FALSE(may_be_grouped("1234", '.'));
}

TEST_CASE("Whole numbers are all or nothing", "[number]") {
  CHECK(read_integer<std::uint64_t>("18446744073709551615") == 18446744073709551615U);
  CHECK(read_integer<std::int64_t>("-5") == -5);
  CHECK_FALSE(read_integer<std::uint64_t>("18446744073709551616"));
  CHECK_FALSE(read_integer<std::uint64_t>("-5"));
  CHECK_FALSE(read_integer<std::uint64_t>("5 "));
  CHECK_FALSE(read_integer<std::uint64_t>(""));
}
