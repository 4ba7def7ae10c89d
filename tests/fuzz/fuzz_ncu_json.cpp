// SPDX-License-Identifier: MIT
#include "llmprof/parse/ncu_json.hpp"
#include "tests/fuzz/stages.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return llmprof::fuzz::run(
      data, size, [](std::string_view text) { llmprof::fuzz::use(llmprof::read_ncu_json(text, "input")); });
}
