// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_range_name.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

using llmprof::Label;
using llmprof::label_of_nsys_range;

TEST_CASE("Names of ranges as nsys prints them, with and without domain", "[nsys_range_name]") {
  auto const [text, domain, name] = GENERATE(table<std::string, std::string, std::string>({
      {"LLM:prefill", "LLM", "prefill"},
      {"prefill", "", "prefill"},   // default domain, before 2024
      {":prefill", "", "prefill"},  // default domain, since 2024
      {":p81:prefill8k", "", "p81:prefill8k"},
      {":mixer: MoE", "", "mixer: MoE"},
      {"mixer: MoE", "", "mixer: MoE"},  // a colon with a space separates nothing
      {"LLM:step: 3", "LLM", "step: 3"},
      {"LLM::hidden", "", "LLM::hidden"},  // a C++ scope
      {":std::sort", "", "std::sort"},
      {"at::native::add", "", "at::native::add"},
      {"CCCL:a/b@c\\d", "CCCL", "a/b@c\\d"},  // nothing is escaped
      {"aten::mm, op_id = 3", "", "aten::mm, op_id = 3"},
      {"my lib:x", "", "my lib:x"},  // no identifier
      {"name:", "", "name:"},
      {":", "", ""},
      {"", "", ""},
  }));
  CAPTURE(text);
  CHECK(label_of_nsys_range(text) == Label{domain, name});
}
