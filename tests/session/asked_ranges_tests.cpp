// SPDX-License-Identifier: MIT
#include "libllmprof/session/asked_ranges.hpp"

#include <catch2/catch_test_macros.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "support/trace_maker.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;

NcuRange asked(char const* path) { return {parse_path(path), RangeKind::push_pop}; }

/// A request (start/end) around a prefill of three kernels and three steps of 5, 2 and 2.
Profile engine() {
  TraceMaker made;
  made.start_end("LLM@request", 0, 1000).range("LLM@prefill", 10, 100).range("LLM@decode_all", 200, 900);
  for (Nanoseconds const at : {20, 30, 40}) made.kernel("gemm", at, at, at + 5);
  int step = 0;
  for (Nanoseconds const begin : {200, 300, 400}) {
    made.range("LLM@decode_step", begin, begin + 100);
    for (int i = 0; i < (step == 0 ? 5 : 2); ++i)
      made.kernel("gemv", begin + 1 + i, begin + 10 + 10 * i, begin + 15 + 10 * i);
    ++step;
  }
  return analyze(made.make());
}

}  // namespace

TEST_CASE("a range that was opened as start/end is asked for as such") {
  AskedRanges const found = find_ranges_on(engine(), {asked("LLM@request"), asked("LLM@prefill")});
  REQUIRE(found.found.size() == 2);
  CHECK(ncu_range_text(found.found[0]) == "LLM@request");
  CHECK(ncu_range_text(found.found[1]) == "LLM@prefill/");
  CHECK(found.not_seen.empty());
}

TEST_CASE("one occurrence of each range is measured, the usual one, and what is inside another one once") {
  CHECK(find_ranges_on(engine(), {asked("LLM@prefill"), asked("LLM@decode_step")}).launches == 3 + 2);
  CHECK(find_ranges_on(engine(), {asked("LLM@decode_all"), asked("LLM@decode_step")}).launches == 9);
  CHECK(find_ranges_on(engine(), {asked("LLM@request"), asked("LLM@prefill")}).launches == 12);
}

TEST_CASE("ranges that were not there are named, beside those that were") {
  AskedRanges const some = find_ranges_on(engine(), {asked("LLM@prefil"), asked("LLM@prefill")});
  CHECK(some.found.size() == 1);
  CHECK(some.not_seen ==
        "there was no range LLM@prefil; ranges that were seen: LLM@request, LLM@prefill, LLM@decode_all, "
        "LLM@decode_step");
  CHECK(find_ranges_on(Profile(), {asked("LLM@prefill")}).not_seen ==
        "there was no range LLM@prefill; the workload opened no NVTX range");
}
