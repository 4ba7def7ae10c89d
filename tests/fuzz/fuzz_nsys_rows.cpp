// SPDX-License-Identifier: MIT
// Whole SQLite files with odd rows: what mutated bytes hardly ever get to.
#include "llmprof/parse/nsys_sqlite.hpp"
#include "tests/fuzz/nsys_rows.hpp"
#include "tests/fuzz/stages.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return llmprof::fuzz::run(data, size, [](std::string_view text) {
    llmprof::fuzz::use(llmprof::read_nsys_sqlite_bytes(llmprof::fuzz::nsys_export_of(text), "input"));
  });
}
