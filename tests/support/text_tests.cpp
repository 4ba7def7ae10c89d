// SPDX-License-Identifier: MIT
#include "libllmprof/support/text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "libllmprof/support/number.hpp"

using namespace llmprof;

TEST_CASE("bytes that are not UTF-8 become U+FFFD", "[text]") {
  CHECK(repaired_utf8("plain \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "plain \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(repaired_utf8("a\xFFz") == "a\xEF\xBF\xBDz");                          // no lead byte
  CHECK(repaired_utf8("\xC3") == "\xEF\xBF\xBD");                              // cut off
  CHECK(repaired_utf8("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");              // overlong
  CHECK(repaired_utf8("\xED\xA0\x80").find('\xED') == std::string::npos);      // surrogate
  CHECK(repaired_utf8("\xF4\x90\x80\x80").find('\xF4') == std::string::npos);  // beyond U+10FFFF
  CHECK(repaired_utf8("\xE2\x82x") == "\xEF\xBF\xBD\xEF\xBF\xBDx");            // interrupted
}

TEST_CASE("one line holds no control character", "[text]") {
  CHECK(one_line("a\nb\tc\x1b[31m\x7f") == "a b c [31m ");
  CHECK(one_line("\xC2\x9B"
                 "1m") == " 1m");  // a C1 escape
}

TEST_CASE("long names lose their middle, never half a character", "[text]") {
  CHECK(shortened("short", 8) == "short");
  CHECK(shortened("0123456789abcdef", 12) == "012345...def");
  std::string const umlauts =
      "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4";
  CHECK(display_width(umlauts) == 10);
  CHECK(display_width(shortened(umlauts, 9)) == 9);
  CHECK(repaired_utf8(shortened(umlauts, 9)) == shortened(umlauts, 9));
}

TEST_CASE("numbers that are not finite are n/a", "[number]") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK(fixed(nan, 3) == "n/a");
  CHECK(fixed(-infinity, 3) == "n/a");
  CHECK(shortest(infinity) == "n/a");
  CHECK(milliseconds(std::optional<double>(nan)) == "n/a");
  CHECK(percentage(nan, 1) == "n/a");
  CHECK(percentage(1, 0) == "n/a");
  CHECK(fixed(std::numeric_limits<double>::max(), 0).size() == 309);
}

TEST_CASE("numbers are written as the tables promise", "[number]") {
  CHECK(milliseconds(std::optional<std::int64_t>(1234567)) == "1.235");
  CHECK(milliseconds(std::optional<double>(1234.5), 6) == "0.001234");
  CHECK(milliseconds(std::optional<std::int64_t>()) == "n/a");
  CHECK(percentage(1, 3) == "33.3 %");
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(2e6) == "2000000");
  CHECK(shortest(0) == "0");
  CHECK(shortest(1e300) == "1e+300");
  CHECK(shortest(1e-300) == "1e-300");
}
