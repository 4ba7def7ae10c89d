// SPDX-License-Identifier: MIT
#include "libllmprof/support/utf16.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

using llmprof::is_utf16;
using llmprof::utf8_from_utf16;
using namespace std::string_literals;

TEST_CASE("UTF-16 is known by its byte order mark", "[utf16]") {
  CHECK(is_utf16("\xFF\xFEI\0"s));
  CHECK(is_utf16("\xFE\xFF\0I"s));
  CHECK_FALSE(is_utf16("ID"));
  CHECK_FALSE(is_utf16("\xEF\xBB\xBFID"));
  CHECK_FALSE(is_utf16(""));
}

TEST_CASE("UTF-16 of both byte orders becomes UTF-8", "[utf16]") {
  CHECK(utf8_from_utf16("\xFF\xFEI\0D\0"s) == "ID");
  CHECK(utf8_from_utf16("\xFE\xFF\0I\0D"s) == "ID");
  CHECK(utf8_from_utf16("\xFF\xFE\xB5\0s\0"s) == "\xC2\xB5s");                // two bytes
  CHECK(utf8_from_utf16("\xFF\xFE\xAC\x20"s) == "\xE2\x82\xAC");              // three bytes
  CHECK(utf8_from_utf16("\xFF\xFE\x3D\xD8\x00\xDE"s) == "\xF0\x9F\x98\x80");  // a surrogate pair
  CHECK(utf8_from_utf16("\xFF\xFE"s).empty());
}

TEST_CASE("Damaged UTF-16 gives replacement characters", "[utf16]") {
  std::string const replacement = "\xEF\xBF\xBD";
  CHECK(utf8_from_utf16("\xFF\xFE\x3D\xD8"s) == replacement);           // the pair is cut off
  CHECK(utf8_from_utf16("\xFF\xFE\x3D\xD8I\0"s) == replacement + "I");  // half a pair
  CHECK(utf8_from_utf16("\xFF\xFE\x00\xDEI\0"s) == replacement + "I");  // the other half
  CHECK(utf8_from_utf16("\xFF\xFEI\0D"s) == "I" + replacement);         // a lone last byte
}
