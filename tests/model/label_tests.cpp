// SPDX-License-Identifier: MIT
#include "llmprof/model/label.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <tuple>

#include "llmprof/error.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("A label reads as people and tools write it") {
  auto const [text, domain, name] = GENERATE(table<std::string, std::string, std::string>({
      {"LLM@prefill", "LLM", "prefill"},
      {"prefill", "", "prefill"},
      {"LLM:prefill", "LLM", "prefill"},                           // nsys
      {":prefill", "", "prefill"},                                 // nsys, default domain
      {"aten::linear, op_id = 3", "", "aten::linear, op_id = 3"},  // a C++ scope is no domain
      {"TensorRT@onnx::Conv_239", "TensorRT", "onnx::Conv_239"},
      {"my range: 3", "", "my range: 3"},  // blanks do not stand in a domain
      {"a@b@c", "a", "b@c"},
      {R"(a\@b)", "", "a@b"},
      {R"(D@a\/b)", "D", "a/b"},
      {R"(D@a\\b)", "D", R"(a\b)"},
      {"name:", "", "name:"},  // nothing behind the colon
  }));
  CAPTURE(text);
  CHECK(parse_label(text) == Label{domain, name});
}

TEST_CASE("Writing and reading a path gives it back") {
  std::vector<Label> const path{{"LLM", "decode/all"}, {"", R"(a\b@c)"}, {"D", "x:y"}};
  CHECK(to_string(path) == R"(LLM@decode\/all/a\\b\@c/D@x:y)");
  CHECK(parse_path(to_string(path)) == path);
}

TEST_CASE("An empty label and an escape at the end are refused") {
  CHECK_THROWS_AS(parse_label(""), InvalidArgument);
  CHECK_THROWS_WITH(parse_path("a//b"), ContainsSubstring("a label is empty"));
  CHECK_THROWS_WITH(parse_label("a\\"), ContainsSubstring("nothing follows the last"));
}
