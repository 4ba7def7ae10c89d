// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/pattern_set.hpp"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <vector>

#include "llmprof/error.hpp"

using namespace llmprof;

namespace {

bool finds(std::string_view pattern, std::string_view text) {
  PatternSet set;
  std::uint32_t const number = set.add(pattern);
  set.compile();
  return set.find(text)[number];
}

}  // namespace

TEST_CASE("a pattern is found anywhere, whatever its case", "[pattern-set]") {
  CHECK(finds("norm", "RMSNorm"));
  CHECK(finds("NORM", "rmsnorm"));
  CHECK_FALSE(finds("norm", "nor"));
  CHECK_FALSE(finds("norm", ""));
}

TEST_CASE("marks tie a pattern to the text or to words", "[pattern-set]") {
  CHECK(finds("^ab", "abc"));
  CHECK_FALSE(finds("^ab", "_ab"));
  CHECK(finds("bc$", "abc"));
  CHECK_FALSE(finds("bc$", "abcd"));
  CHECK(finds("^abc$", "abc"));
  CHECK(finds(".ab.", "x_ab_y"));
  CHECK(finds(".ab.", "ab"));
  CHECK_FALSE(finds(".ab.", "xab_y"));
  CHECK_FALSE(finds(".ab.", "x_ab4"));
  CHECK(finds(".ab.", "xab_ab"));
  CHECK(finds("._ab", "x_ab"));  // `_` is an edge itself
}

TEST_CASE("the same pattern has one number, and none is empty", "[pattern-set]") {
  PatternSet set;
  CHECK(set.add("ab") == set.add("AB"));
  CHECK(set.add(".ab") != set.add("ab"));
  for (std::string_view const empty : {"", ".", "^", "$", "^$", ".."})
    CHECK_THROWS_AS(set.add(empty), InvalidArgument);
  CHECK_THROWS_AS(set.add(std::string(65'537, 'a')), InvalidArgument);
}

TEST_CASE("many patterns find what each alone finds", "[pattern-set]") {
  std::mt19937 random(7);
  auto const word = [&](std::size_t most) {
    std::string text(1 + random() % most, 'a');
    for (char& c : text) c = "abA_"[random() % 4];
    return text;
  };
  for (int round = 0; round < 200; ++round) {
    PatternSet set;
    std::vector<std::string> patterns;
    std::vector<std::uint32_t> numbers;
    for (int i = 0; i < 12; ++i) {
      std::string const tie(1, ".^x"[random() % 3]);
      patterns.push_back((tie == "x" ? "" : tie) + word(4) + (random() % 3 == 0 ? "." : ""));
      numbers.push_back(set.add(patterns.back()));
    }
    set.compile();
    std::string const text = word(40);
    std::vector<bool> const found = set.find(text);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      CAPTURE(patterns[i], text);
      CHECK(found[numbers[i]] == finds(patterns[i], text));
    }
  }
}
