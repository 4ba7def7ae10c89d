// SPDX-License-Identifier: MIT
// Plain JSON and gzip alike: the parser finds out which it is.
#include "llmprof/parse/kineto.hpp"
#include "tests/fuzz/stages.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return llmprof::fuzz::run(data, size, [](std::string_view bytes) {
    llmprof::fuzz::use(llmprof::read_kineto_bytes(bytes, "input"));
  });
}
