// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "plugin.hpp"
#include "recorder.hpp"

namespace nvtx = llmprof::nvtx;

using Calls = std::vector<std::string>;

// As a tool does it: each shared object loads the recorder at its own first NVTX call.
static void attach_recorder() { REQUIRE(setenv("NVTX_INJECTION64_PATH", LLMPROF_NVTX_RECORDER, 1) == 0); }

TEST_CASE("two shared objects and the program each have a domain of the same name", "[nvtx]") {
  attach_recorder();
  plugin_a_run(11);
  plugin_b_run(22);
  { nvtx::Prefill range{33}; }
  REQUIRE(recorder::take() ==
          Calls{"push LLM@plugin_a_run", "push LLM@prefill int64 11", "push LLM@shared inline", "pop LLM",
                "mark LLM@tokens int64 1", "pop LLM", "pop LLM",
                // The other object.
                "push LLM@plugin_b_run", "push LLM@prefill int64 22", "push LLM@shared inline", "pop LLM",
                "mark LLM@tokens int64 1", "pop LLM", "pop LLM",
                // The program itself.
                "push LLM@prefill int64 33", "pop LLM"});
  REQUIRE(recorder::attached() == 3);
  REQUIRE(recorder::count("domain LLM") == 3);
  REQUIRE(recorder::count("string LLM@prefill") == 3);
}

TEST_CASE("a stage made in one shared object opens ranges in another", "[nvtx]") {
  attach_recorder();
  PluginStages const stages = plugin_a_stages();
  { nvtx::ScopedRange range{stages.own, 1}; }
  REQUIRE(recorder::take() == Calls{"push LLM@made in a int64 1", "pop LLM"});
}
