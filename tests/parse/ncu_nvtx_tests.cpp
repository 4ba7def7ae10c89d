// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_nvtx.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "libllmprof/support/file.hpp"
#include "llmprof/parse/ncu_csv.hpp"

using llmprof::Label;
using llmprof::read_push_pop_ranges;
using llmprof::read_ranges_of_domain;
using llmprof::read_start_stop_ranges;

using Path = std::vector<Label>;

TEST_CASE("Open push/pop ranges are read, outermost first", "[ncu_nvtx]") {
  auto const [cell, want] = GENERATE(table<std::string, Path>({
      {"", {}},
      {"683 ", {}},
      {R"(683  "LLM:prefill:none:none:none:none:ASCII:prefill" )", {{"LLM", "prefill"}}},
      {R"(1  "LLM:decode_all:none:none:none:none:ASCII:decode_all"  "LLM:step:none:none:none:none:ASCII:step" )",
       {{"LLM", "decode_all"}, {"LLM", "step"}}},
      {R"(1  "A:a:none:none:none:none:none:none"  "B:b:none:none:none:none:none:none"  "C:c:none:none:none:none:none:none" )",
       {{"A", "a"}, {"B", "b"}, {"C", "c"}}},
      // the default domain
      {R"(1  "<default domain>:warmup:none:none:none:none:none:none" )", {{"", "warmup"}}},
      // with a payload and a colour
      {R"(1  "LLM:prefill:INT64:128:ARGB:-16711936:ASCII:prefill" )", {{"LLM", "prefill"}}},
      // colons in the name, which the message repeats
      {R"(1  "LLM:layer:3:none:none:none:none:ASCII:layer:3" )", {{"LLM", "layer:3"}}},
      {R"(1  "LLM:ns::f:none:none:none:none:ASCII:ns::f" )", {{"LLM", "ns::f"}}},
      // colons in the name, and no message
      {R"(1  "<default domain>:module:layers.0.attn:none:none:none:none:none:none" )",
       {{"", "module:layers.0.attn"}}},
      {R"(1  "D:a:b:c:d:none:none:none:none:none:none" )", {{"D", "a:b:c:d"}}},
      // quotes and blanks in the name
      {R"(1  "LLM:say "hi" now:none:none:none:none:ASCII:say "hi" now" )", {{"LLM", "say \"hi\" now"}}},
      // a name that is not there
      {R"(1  "LLM::none:none:none:none:ASCII:" )", {{"LLM", ""}}},
      // without quotes
      {"97844  <default domain>:warmup:none:none:none:none:none:none", {{"", "warmup"}}},
  }));
  CAPTURE(cell);
  CHECK(read_push_pop_ranges(cell) == want);
}

TEST_CASE("Odd cells give what can be read of them", "[ncu_nvtx]") {
  CHECK(read_push_pop_ranges(R"(1  "LLM:prefill")") == Path{{"LLM", "prefill"}});       // no attributes
  CHECK(read_push_pop_ranges(R"(1  "prefill")") == Path{{"", "prefill"}});              // no domain
  CHECK(read_push_pop_ranges(R"(1  "LLM:prefill:no)") == Path{{"LLM", "prefill:no"}});  // cut off
  CHECK(read_push_pop_ranges("\"") == Path{{"", ""}});                                  // a quote alone
  CHECK(read_push_pop_ranges(R"(1  "" )") == Path{{"", ""}});                           // an empty range
}

TEST_CASE("Start/stop ranges have an id in front", "[ncu_nvtx]") {
  CHECK(read_start_stop_ranges("").empty());
  CHECK(read_start_stop_ranges(R"("3:LLM:serve:none:none:none:none:ASCII:serve" )") ==
        Path{{"LLM", "serve"}});
  CHECK(read_start_stop_ranges(R"("0:<default domain>:a:b:none:none:none:none:ASCII:a:b" )") ==
        Path{{"", "a:b"}});
  CHECK(read_start_stop_ranges("0:<default domain>:stage:none:none:none:none:ASCII:stage") ==
        Path{{"", "stage"}});
  CHECK(read_start_stop_ranges(R"("LLM:serve:none:none:none:none:ASCII:serve" )") == Path{{"LLM", "serve"}});
}

TEST_CASE("In a summary the domain has a column of its own", "[ncu_nvtx]") {
  CHECK(read_ranges_of_domain("LLM", R"( "prefill:none:none:none:none:ASCII:prefill" )") ==
        Path{{"LLM", "prefill"}});
  CHECK(read_ranges_of_domain("<default domain>",
                              R"( "a:none:none:none:none:none:none"  "b:none:none:none:none:none:none" )") ==
        Path{{"", "a"}, {"", "b"}});
}

TEST_CASE("A real table with nested ranges, payloads and a start/end range", "[ncu_nvtx]") {
  auto const metrics = llmprof::read_ncu_csv(
      llmprof::read_file(LLMPROF_TEST_DATA "/ncu-2025.3-h200/raw-nested-and-start-end.csv"));
  REQUIRE(metrics.launches.size() == 6);
  CHECK(metrics.launches[0].path == Path{{"LLM", "prefill"}, {"LLM", "layer"}, {"LLM", "attn"}});
  CHECK(metrics.launches[2].path == Path{{"LLM", "prefill"}, {"LLM", "layer"}, {"LLM", "mlp"}});
  CHECK(metrics.launches[5].path == Path{{"LLM", "decode_all"}, {"LLM", "decode_step"}});
  for (auto const& launch : metrics.launches) {
    CHECK(launch.start_end == Path{{"LLM", "request"}});
    CHECK(launch.duration_ns.has_value());
  }
}
