// SPDX-License-Identifier: MIT
#include "libllmprof/support/sha256.hpp"

#include <catch2/catch_test_macros.hpp>

namespace {

std::string digest(std::string_view text) {
  llmprof::Sha256 hash;
  hash.update(text);
  return hash.hex_digest();
}

}  // namespace

TEST_CASE("the vectors of FIPS 180-4 come out", "[sha256]") {
  CHECK(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(
      digest(
          "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsm"
          "nopqrstnopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(digest(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("pieces of any size give the same digest", "[sha256]") {
  std::string const text(1000, 'x');
  llmprof::Sha256 hash;
  std::size_t size = 1;
  for (std::size_t i = 0; i < text.size(); i += size, size = size * 3 % 97 + 1) {
    hash.update(std::string_view(text).substr(i, size));
  }
  CHECK(hash.hex_digest() == digest(text));
}
