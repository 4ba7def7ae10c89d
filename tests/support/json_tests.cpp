// SPDX-License-Identifier: MIT
#include "libllmprof/support/json.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstring>
#include <limits>
#include <random>

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/error.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string written(auto const& value) {
  JsonWriter writer;
  writer.value(value);
  return writer.take();
}

double read_back(double number) {
  JsonDocument const document(written(number), "x");
  return document.root().number();
}

}  // namespace

TEST_CASE("a document has its keys in the order of the calls", "[json]") {
  JsonWriter writer;
  writer.begin_object();
  writer.member("schema", "llmprof.test/1");
  writer.member("none", std::optional<std::int64_t>());
  writer.text_or_null("empty", "");
  writer.key("rows").begin_array();
  writer.begin_object();
  writer.member("a", 1);
  writer.member("b", true);
  writer.end_object();
  writer.begin_array();
  writer.end_array();
  writer.end_array();
  writer.end_object();
  CHECK(writer.take() ==
        "{\n  \"schema\": \"llmprof.test/1\",\n  \"none\": null,\n  \"empty\": null,\n  \"rows\": [\n"
        "    {\"a\":1,\"b\":true},\n    []\n  ]\n}\n");
}

TEST_CASE("numbers that are not finite are null and counted", "[json]") {
  JsonWriter writer;
  writer.begin_array();
  writer.value(std::numeric_limits<double>::quiet_NaN());
  writer.value(std::optional<double>(std::numeric_limits<double>::infinity()));
  writer.value(-std::numeric_limits<float>::infinity());
  writer.value(1.5);
  writer.end_array();
  CHECK(writer.non_finite() == 3);
  CHECK(writer.take() == "[\n  null,\n  null,\n  null,\n  1.5\n]\n");
}

TEST_CASE("zero has no sign: readers take -0 for 0", "[json]") {
  JsonWriter writer;
  writer.begin_array();
  writer.value(-0.0);
  writer.end_array();
  CHECK(writer.take() == "[\n  0\n]\n");
}

TEST_CASE("text is escaped and repaired", "[json]") {
  CHECK(written("a\"b\\c\n\x01\xFF") == "\"a\\\"b\\\\c\\n\\u0001\xEF\xBF\xBD\"\n");
}

TEST_CASE("extreme integers keep every digit", "[json]") {
  CHECK(written(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615\n");
  JsonDocument const document("[18446744073709551615,-9223372036854775808]", "x");
  CHECK(document.root()[0].count() == std::numeric_limits<std::uint64_t>::max());
  CHECK(document.root()[1].integer() == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("doubles read back exactly", "[json]") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::uint64_t const bits = random();
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    if (number - number != 0) continue;  // not finite
    REQUIRE(read_back(number) == number);
  }
}

TEST_CASE("damaged JSON is refused with its line", "[json]") {
  auto const text = GENERATE(as<std::string>{}, "", "{", "{\"a\":1,}", "[1]]", "nul", "[NaN]", "[1e999]",
                             "\"\xFF\"", "{\"a\":1} x");
  CAPTURE(text);
  CHECK_THROWS_AS(JsonDocument(text, "bad.json"), ParseError);
  CHECK_THROWS_WITH(JsonDocument("{\n\"a\": ?}", "bad.json"),
                    ContainsSubstring("bad.json:2: not valid JSON"));
}

TEST_CASE("JSON that nests too deep is refused", "[json]") {
  CHECK_THROWS_AS(JsonDocument(std::string(100000, '['), "deep.json"), ParseError);
  CHECK_THROWS_AS(JsonDocument(std::string(40, '[') + std::string(40, ']'), "deep.json"), ParseError);
}

TEST_CASE("a wrong value is named with its place", "[json]") {
  JsonDocument const document(R"({"rows":[{"n":1},{"n":-2,"s":3.5,"d":1e20}]})", "x.json");
  JsonNode const row = document.root().at("rows")[1];
  CHECK_THROWS_WITH(row.at("n").count(), "x.json: rows[1].n: expected a count (0 or more), found -2");
  CHECK_THROWS_WITH(row.at("n").duration(), ContainsSubstring("rows[1].n: must not be negative"));
  CHECK_THROWS_WITH(row.at("s").string(), ContainsSubstring("rows[1].s: expected a string, found 3.5"));
  CHECK_THROWS_WITH(row.at("d").integer(), ContainsSubstring("expected an integer"));
  CHECK_THROWS_WITH(row.at("s").integer(), ContainsSubstring("expected an integer"));
  CHECK_THROWS_WITH(row.at("none"), ContainsSubstring("rows[1]: 'none' is missing"));
  CHECK_THROWS_WITH(document.root().size(), ContainsSubstring("expected an array"));
  CHECK_THROWS_WITH(document.root().at("rows")[0].at("n").index(1),
                    ContainsSubstring("element 1 of a list of 1"));
}

TEST_CASE("a newer schema is refused by name", "[json]") {
  auto const expect = [](char const* text) {
    JsonDocument(text, "p.json").expect_schema("llmprof.profile", 1);
  };
  CHECK_NOTHROW(expect(R"({"schema":"llmprof.profile/1"})"));
  CHECK_THROWS_WITH(expect(R"({"schema":"llmprof.profile/2"})"),
                    ContainsSubstring("llmprof.profile/2: written by a newer llmprof"));
  CHECK_THROWS_WITH(expect(R"({"schema":"llmprof.runs/1"})"),
                    ContainsSubstring("expected llmprof.profile/1"));
  CHECK_THROWS_WITH(expect(R"({"schema":"llmprof.profile/x"})"),
                    ContainsSubstring("expected llmprof.profile/1"));
  CHECK_THROWS_WITH(expect(R"({"schema":"llmprof.profile/0"})"),
                    ContainsSubstring("expected llmprof.profile/1"));
  CHECK_THROWS_WITH(expect("{}"), ContainsSubstring("has no \"schema\""));
  CHECK_THROWS_AS(expect("[]"), ParseError);
  CHECK_THROWS_AS(expect(R"({"schema":1})"), ParseError);
}
