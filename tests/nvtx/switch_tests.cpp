// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "engine.hpp"
#include "recorder.hpp"

using Calls = std::vector<std::string>;

TEST_CASE("an engine built with the switch off makes no NVTX call at all", "[nvtx]") {
  Calls const none;
  engine_off::generate(512, 2);
  REQUIRE(recorder::take() == none);
  REQUIRE(recorder::registrations() == none);
  REQUIRE(recorder::attached() == 0);
}

TEST_CASE("files built with the switch on and off live in one program", "[nvtx]") {
  engine_on::generate(512, 1);
  engine_off::generate(512, 1);
  engine_on::generate(3, 0);
  REQUIRE(recorder::take() ==
          Calls{"push LLM@generate", "start LLM@request int64 7 #1", "push LLM@prefill int64 512",
                "mark LLM@tokens int64 1", "pop LLM", "push LLM@decode_all", "push LLM@decode_step uint64 2",
                "push LLM@attention uint64 32", "push LLM@softmax", "pop LLM", "pop LLM", "pop LLM",
                "mark LLM@tokens int64 2", "pop LLM", "end LLM #1", "pop LLM",
                // The second call.
                "push LLM@generate", "start LLM@request int64 7 #2", "push LLM@prefill int64 3",
                "mark LLM@tokens int64 1", "pop LLM", "push LLM@decode_all", "mark LLM@tokens int64 0",
                "pop LLM", "end LLM #2", "pop LLM"});
  REQUIRE(recorder::registrations() == Calls{"domain LLM", "string LLM@generate", "string LLM@request",
                                             "string LLM@prefill", "string LLM@tokens",
                                             "string LLM@decode_all", "string LLM@decode_step",
                                             "string LLM@attention", "string LLM@softmax"});
}
