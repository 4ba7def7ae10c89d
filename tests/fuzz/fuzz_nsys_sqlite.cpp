// SPDX-License-Identifier: MIT
// The bytes of a SQLite file: pages, schema and cells that lie.
#include <string>

#include "llmprof/parse/nsys_sqlite.hpp"
#include "tests/fuzz/stages.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return llmprof::fuzz::run(data, size, [](std::string_view bytes) {
    llmprof::fuzz::use(llmprof::read_nsys_sqlite_bytes(std::string(bytes), "input"));
  });
}
