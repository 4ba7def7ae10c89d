// SPDX-License-Identifier: MIT
#include "libllmprof/support/json_scanner.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

using namespace llmprof;

namespace {

/// Blocks of a few bytes each: every token lies across their borders.
class Crumbs : public BlockSource {
 public:
  Crumbs(std::string text, std::size_t size) : text_(std::move(text)), size_(size) {}
  std::string_view next() override {
    auto const block = std::string_view(text_).substr(done_, size_);
    done_ += block.size();
    // What came before may not be looked at any more.
    for (std::size_t i = 0; i < done_ - block.size(); ++i) text_[i] = '#';
    return block;
  }
  double share() const noexcept override { return 0; }

 private:
  std::string text_;
  std::size_t size_;
  std::size_t done_ = 0;
};

/// The value in one canonical line.
std::string written(JsonScanner& json) {
  std::string out;
  switch (json.peek()) {
    case '{':
      json.members([&](std::string_view key) {
        out += std::string(key) + "=";
        out += written(json) + ";";
      });
      return "{" + out + "}";
    case '[': json.elements([&] { out += written(json) + ";"; }); return "[" + out + "]";
    case '"': return "'" + std::string(json.string()) + "'";
    default: return std::string(json.scalar());
  }
}

}  // namespace

TEST_CASE("JSON reads the same in blocks of any size", "[json]") {
  std::string const text =
      "\xEF\xBB\xBF {\"key\" : [1, -2.5e+3 ,true,null, NaN, N/A],\"\\\"q\\\\\":\"a\\\"b\\\\\", "
      "\"e\":{},\"f\":[ ] ,}\n";
  auto const size = GENERATE(1, 2, 3, 5, 7, 64, 1000);
  CAPTURE(size);
  Crumbs crumbs(text, static_cast<std::size_t>(size));
  JsonScanner json(crumbs);
  CHECK(written(json) == "{key=[1;-2.5e+3;true;null;NaN;N/A;];\\\"q\\\\='a\\\"b\\\\';e={};f=[];}");
  CHECK_NOTHROW(json.expect_end());
  CHECK(json.offset() == text.size());
}

TEST_CASE("What is skipped is checked as well", "[json]") {
  auto const [text, offset] = GENERATE(table<std::string, std::uint64_t>({
      {R"({"a": [1, {"b": "c"}}])", 20},
      {R"(["a "b" c"])", 5},
      {R"([1 2])", 3},
      {R"({"a"; 1})", 4},
      {R"([,])", 1},
      {R"(["a)", 3},
      {R"(["a\)", 4},
      {"[\"a\\\"]", 6},
  }));
  auto const size = GENERATE(1, 1000);
  CAPTURE(text, size);
  Crumbs crumbs(text, static_cast<std::size_t>(size));
  JsonScanner json(crumbs);
  try {
    json.skip();
    FAIL("no break");
  } catch (JsonBreak const& what) {
    CHECK(what.offset() == offset);
  }
}

TEST_CASE("Escapes are resolved, and what is none stays", "[json]") {
  auto const [text, plain] = GENERATE(table<std::string, std::string>({
      {"plain", "plain"},
      {R"(\"\\\/\b\f\n\r\t)", "\"\\/\b\f\n\r\t"},
      {R"(\u0041\u00e9\u20AC)", "A\xc3\xa9\xe2\x82\xac"},
      {R"(\ud83d\ude00)", "\xf0\x9f\x98\x80"},
      {R"(\ud83d)", "\xef\xbf\xbd"},
      {R"(\ude00x)", "\xef\xbf\xbdx"},
      {R"(\ud83d\u0041)",
       "\xef\xbf\xbd"
       "A"},
      {R"(\u12)",
       "\xef\xbf\xbd"
       "12"},
      {R"(\q)", "q"},
      {"end\\", "end\\"},
  }));
  CAPTURE(text);
  CHECK(unescaped(text) == plain);
}
