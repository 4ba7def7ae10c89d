// SPDX-License-Identifier: MIT
#include <llmprof/nvtx.hpp>

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "recorder.hpp"

namespace nvtx = llmprof::nvtx;

using Calls = std::vector<std::string>;

TEST_CASE("the built-in phases are push/pop ranges of the domain LLM", "[nvtx]") {
  { nvtx::Prefill range{512}; }
  { nvtx::DecodeAll range{64u}; }
  { nvtx::DecodeStep range{std::size_t{8}}; }
  REQUIRE(recorder::take() == Calls{"push LLM@prefill int64 512", "pop LLM", "push LLM@decode_all uint64 64",
                                    "pop LLM", "push LLM@decode_step uint64 8", "pop LLM"});
}

TEST_CASE("ranges nest as their scopes do", "[nvtx]") {
  {
    nvtx::DecodeAll all;
    {
      nvtx::DecodeStep step{4};
      LLMPROF_NVTX_RANGE("mlp");
    }
    nvtx::DecodeStep step{3};
  }
  REQUIRE(recorder::take() == Calls{"push LLM@decode_all", "push LLM@decode_step int64 4", "push LLM@mlp",
                                    "pop LLM", "pop LLM", "push LLM@decode_step int64 3", "pop LLM",
                                    "pop LLM"});
}

TEST_CASE("a range without a payload carries none", "[nvtx]") {
  { nvtx::Prefill range; }
  { nvtx::DecodeStep range{nvtx::Payload{}}; }
  REQUIRE(recorder::take() == Calls{"push LLM@prefill", "pop LLM", "push LLM@decode_step", "pop LLM"});
}

TEST_CASE("a payload keeps its sign and all its bits", "[nvtx]") {
  nvtx::Stage const stage{"payloads"};
  auto const recorded = [&stage](auto value) {
    { nvtx::ScopedRange range{stage, value}; }
    return recorder::take().front().substr(sizeof("push LLM@payloads"));
  };
  CHECK(recorded(0) == "int64 0");
  CHECK(recorded(-1) == "int64 -1");
  CHECK(recorded(std::int8_t{-128}) == "int64 -128");
  CHECK(recorded(std::uint8_t{200}) == "uint64 200");
  CHECK(recorded(short{-5}) == "int64 -5");
  CHECK(recorded(0u) == "uint64 0");
  CHECK(recorded(4'000'000'000u) == "uint64 4000000000");
  CHECK(recorded(std::numeric_limits<std::int64_t>::min()) == "int64 -9223372036854775808");
  CHECK(recorded(std::numeric_limits<std::int64_t>::max()) == "int64 9223372036854775807");
  CHECK(recorded(std::numeric_limits<std::uint64_t>::max()) == "uint64 18446744073709551615");
  CHECK(recorded(7LL) == "int64 7");
  CHECK(recorded(std::size_t{7}) == "uint64 7");
}

TEST_CASE("tokens are a mark in the same domain", "[nvtx]") {
  {
    nvtx::DecodeAll all;
    { nvtx::DecodeStep step{1}; }
    all.tokens(17);
  }
  nvtx::mark_tokens(std::size_t{18});
  REQUIRE(recorder::take() == Calls{"push LLM@decode_all", "push LLM@decode_step int64 1", "pop LLM",
                                    "mark LLM@tokens int64 17", "pop LLM", "mark LLM@tokens uint64 18"});
}

TEST_CASE("a stage takes a name made at run time and needs it no longer", "[nvtx]") {
  std::vector<nvtx::Stage> layers;
  layers.reserve(3);
  for (int layer = 0; layer < 3; ++layer) layers.emplace_back(("layer." + std::to_string(layer)).c_str());
  for (nvtx::Stage const& layer : layers) nvtx::ScopedRange range{layer};
  for (nvtx::Stage const& layer : layers) nvtx::ScopedRange range{layer, 1};
  REQUIRE(recorder::take() == Calls{"push LLM@layer.0", "pop LLM", "push LLM@layer.1", "pop LLM",
                                    "push LLM@layer.2", "pop LLM", "push LLM@layer.0 int64 1", "pop LLM",
                                    "push LLM@layer.1 int64 1", "pop LLM", "push LLM@layer.2 int64 1",
                                    "pop LLM"});
  REQUIRE(recorder::count("string LLM@layer.1") == 1);
}

TEST_CASE("a range outlives its stage", "[nvtx]") {
  {
    std::optional<nvtx::Stage> stage{std::in_place, "brief"};
    nvtx::ScopedRange range{*stage};
    stage.reset();
  }
  REQUIRE(recorder::take() == Calls{"push LLM@brief", "pop LLM"});
}

TEST_CASE("a null name is tolerated and an empty one kept", "[nvtx]") {
  { nvtx::ScopedRange range{nvtx::Stage{nullptr}}; }
  { nvtx::ScopedRange range{nvtx::Stage{""}}; }
  REQUIRE(recorder::take() == Calls{"push LLM@unnamed", "pop LLM", "push LLM@", "pop LLM"});
}

namespace {

void engine_function() { LLMPROF_NVTX_FUNC_RANGE(); }

void once_per_call_site(int payload) { LLMPROF_NVTX_RANGE("call site", payload); }

// Two macros behind one, as an engine may wrap them: they share a line.
#define TWO_RANGES(name)     \
  LLMPROF_NVTX_RANGE("two"); \
  LLMPROF_NVTX_RANGE(name)

template <typename T>
T larger(T left, T right) {
  return left < right ? right : left;
}

}  // namespace

TEST_CASE("the function macro names the range after the function", "[nvtx]") {
  engine_function();
  engine_function();
  REQUIRE(recorder::take() ==
          Calls{"push LLM@engine_function", "pop LLM", "push LLM@engine_function", "pop LLM"});
  REQUIRE(recorder::count("string LLM@engine_function") == 1);
}

TEST_CASE("the range macro registers once per call site and reads the payload each time", "[nvtx]") {
  for (int payload = 0; payload < 3; ++payload) once_per_call_site(payload);
  REQUIRE(recorder::take() == Calls{"push LLM@call site int64 0", "pop LLM", "push LLM@call site int64 1",
                                    "pop LLM", "push LLM@call site int64 2", "pop LLM"});
  REQUIRE(recorder::count("string LLM@call site") == 1);
}

TEST_CASE("macros share a scope or a line or an enclosing scope without clashing", "[nvtx]") {
  {
    LLMPROF_NVTX_FUNC_RANGE();
    // clang-format off
    LLMPROF_NVTX_RANGE("a"); LLMPROF_NVTX_RANGE("b");
    // clang-format on
    TWO_RANGES("c");
    {
      LLMPROF_NVTX_RANGE("d", larger(1, 2));
      [] { LLMPROF_NVTX_RANGE("e"); }();
    }
  }
  REQUIRE(recorder::take().size() == 14);
}

TEST_CASE("ranges end while an exception unwinds", "[nvtx]") {
  try {
    nvtx::DecodeAll all;
    nvtx::DecodeStep step{1};
    throw std::runtime_error("out of memory");
  } catch (std::runtime_error const&) {
    nvtx::mark_tokens(0);
  }
  REQUIRE(recorder::take() == Calls{"push LLM@decode_all", "push LLM@decode_step int64 1", "pop LLM",
                                    "pop LLM", "mark LLM@tokens int64 0"});
}

TEST_CASE("one call site used by many threads at once is registered once", "[nvtx]") {
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([] {
      for (int round = 0; round < 100; ++round) {
        LLMPROF_NVTX_RANGE("shared call site");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  REQUIRE(recorder::take().size() == 1600);
  REQUIRE(recorder::count("string LLM@shared call site") == 1);
}

TEST_CASE("the domain is made once and never destroyed", "[nvtx]") {
  { nvtx::Prefill range{1}; }
  { nvtx::ScopedRange range{nvtx::Stage{"other"}}; }
  REQUIRE(recorder::count("domain LLM") == 1);
  REQUIRE(recorder::count("destroy LLM") == 0);
  recorder::take();
}
