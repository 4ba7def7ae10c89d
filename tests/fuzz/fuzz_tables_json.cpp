// SPDX-License-Identifier: MIT
#include "llmprof/parse/tables_json.hpp"
#include "llmprof/report/json.hpp"
#include "tests/fuzz/stages.hpp"

namespace {

void use_phases(std::string_view text) {
  llmprof::Profile const profile = llmprof::read_phases_json(text, "input");
  std::string const printed = phases_json(profile);
  llmprof::fuzz::demand(phases_json(llmprof::read_phases_json(printed, "again")) == printed,
                        "phases that were printed are read back equal");
  llmprof::fuzz::use(profile);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return llmprof::fuzz::run(data, size, [](std::string_view text) {
    if (text.find("llmprof.kernels/") == std::string_view::npos) return use_phases(text);
    llmprof::fuzz::use(llmprof::read_kernels_json(text, "input"));
  });
}
