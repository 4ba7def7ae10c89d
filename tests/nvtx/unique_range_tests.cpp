// SPDX-License-Identifier: MIT
#include <llmprof/nvtx.hpp>

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "recorder.hpp"

namespace nvtx = llmprof::nvtx;

namespace {

using Calls = std::vector<std::string>;

// Ids go on counting through the process, so the tests number them from the first one they see.
Calls take_renumbered() {
  Calls calls = recorder::take();
  Calls ids;
  for (std::string& call : calls) {
    std::size_t const at = call.find(" #");
    if (at == std::string::npos) continue;
    std::string const id = call.substr(at);
    std::size_t place = 0;
    while (place < ids.size() && ids[place] != id) ++place;
    if (place == ids.size()) ids.push_back(id);
    call.replace(at, std::string::npos, " #" + std::to_string(place + 1));
  }
  return calls;
}

}  // namespace

TEST_CASE("a unique range starts and ends once", "[nvtx]") {
  { nvtx::UniqueRange range{nvtx::prefill_stage(), 512}; }
  { nvtx::UniqueRange range{nvtx::decode_all_stage()}; }
  { nvtx::UniqueRange range{nvtx::decode_step_stage(), 8u}; }
  REQUIRE(take_renumbered() == Calls{"start LLM@prefill int64 512 #1", "end LLM #1",
                                     "start LLM@decode_all #2", "end LLM #2",
                                     "start LLM@decode_step uint64 8 #3", "end LLM #3"});
}

TEST_CASE("a unique range moves to another thread and ends there", "[nvtx]") {
  nvtx::UniqueRange range{nvtx::Stage{"request"}, 1};
  std::thread worker{[moved = std::move(range)]() mutable { moved.end(); }};
  auto const worker_id = worker.get_id();
  worker.join();

  auto const calls = recorder::take_calls();
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].text.starts_with("start LLM@request int64 1 #"));
  CHECK(calls[0].thread == std::this_thread::get_id());
  CHECK(calls[1].text.starts_with("end LLM #"));
  CHECK(calls[1].thread == worker_id);
}

TEST_CASE("a moved-from range holds nothing", "[nvtx]") {
  nvtx::UniqueRange range{nvtx::Stage{"moved"}};
  {
    nvtx::UniqueRange const owner{std::move(range)};
    CHECK_FALSE(range.is_open());  // NOLINT(bugprone-use-after-move): that is the promise.
    CHECK(owner.is_open());
  }
  range.end();
  REQUIRE(take_renumbered() == Calls{"start LLM@moved #1", "end LLM #1"});
}

TEST_CASE("assigning ends the range held so far", "[nvtx]") {
  nvtx::UniqueRange range{nvtx::Stage{"first"}};
  range = nvtx::UniqueRange{nvtx::Stage{"second"}};
  nvtx::mark_tokens(1);
  range = nvtx::UniqueRange{};
  CHECK_FALSE(range.is_open());
  REQUIRE(take_renumbered() == Calls{"start LLM@first #1", "start LLM@second #2", "end LLM #1",
                                     "mark LLM@tokens int64 1", "end LLM #2"});
}

TEST_CASE("assigning a range to itself keeps it open", "[nvtx]") {
  nvtx::UniqueRange range{nvtx::Stage{"self"}};
  nvtx::UniqueRange& alias = range;
  range = std::move(alias);
  CHECK(range.is_open());
  CHECK(recorder::take().size() == 1);
  range.end();
  CHECK(recorder::take().size() == 1);
}

TEST_CASE("ending twice ends once", "[nvtx]") {
  {
    nvtx::UniqueRange range{nvtx::Stage{"early"}};
    range.end();
    range.end();
    nvtx::mark_tokens(1);
  }
  REQUIRE(take_renumbered() == Calls{"start LLM@early #1", "end LLM #1", "mark LLM@tokens int64 1"});
}

TEST_CASE("unique ranges overlap and swap and live in containers", "[nvtx]") {
  {
    std::vector<nvtx::UniqueRange> ranges;
    ranges.emplace_back(nvtx::Stage{"left"});
    ranges.emplace_back(nvtx::Stage{"right"});
    std::swap(ranges[0], ranges[1]);
    ranges.pop_back();
    auto const heap = std::make_unique<nvtx::UniqueRange>(nvtx::Stage{"heap"});
  }
  REQUIRE(take_renumbered() == Calls{"start LLM@left #1", "start LLM@right #2", "end LLM #1",
                                     "start LLM@heap #3", "end LLM #3", "end LLM #2"});
}
