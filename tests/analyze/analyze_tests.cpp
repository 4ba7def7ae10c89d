// SPDX-License-Identifier: MIT
#include "llmprof/analyze/analyze.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/profile_checks.hpp"
#include "support/trace_maker.hpp"

using namespace llmprof;
using namespace llmprof::tests;

TEST_CASE("A kernel belongs to the innermost range open when it was launched; ancestors count it too") {
  auto const profile = analyze(TraceMaker{}
                                   .range("LLM@decode_all", 0, 100)
                                   .range("LLM@decode_step", 10, 50)
                                   .kernel("a", 5, 200, 207)    // decode_all alone
                                   .kernel("b", 20, 300, 330)   // the step, though it runs long after it
                                   .kernel("c", 150, 400, 500)  // outside
                                   .make());
  auto const& all = phase(profile, "LLM@decode_all");
  auto const& step = phase(profile, "LLM@decode_step");
  CHECK(all.kernel_ns == 37);
  CHECK(all.exclusive_kernel_ns == 7);
  CHECK(all.calls == 2);
  CHECK(step.kernel_ns == 30);
  CHECK(step.exclusive_kernel_ns == 30);
  CHECK(to_string(step.path) == "LLM@decode_all/LLM@decode_step");
  CHECK(profile.outside == KernelTotal{1, 100});
  CHECK(profile.total == KernelTotal{3, 137});
  CHECK(accounted(profile) == 137);
}

TEST_CASE("Ranges that only touch do not overlap") {
  auto const profile = analyze(TraceMaker{}
                                   .range("prefill", 0, 10)
                                   .range("decode", 10, 20)
                                   .kernel("at the border", 10, 11, 12)
                                   .kernel("at the end", 20, 21, 22)
                                   .kernel("at the start", 0, 1, 3)
                                   .make());
  CHECK(phase(profile, "prefill").calls == 1);
  CHECK(phase(profile, "decode").calls == 1);
  CHECK(phase(profile, "decode").path.size() == 1);
  CHECK(profile.outside == KernelTotal{1, 1});
}

TEST_CASE("Push/pop ranges hold launches of their own thread only") {
  auto const profile = analyze(TraceMaker{}
                                   .range("step", 0, 100, {.tid = 1})
                                   .kernel("own", 50, 60, 61, {.tid = 1})
                                   .kernel("other thread", 50, 60, 63, {.tid = 2})
                                   .kernel("other process", 50, 60, 67, {.tid = 1, .pid = 2})
                                   .make());
  CHECK(phase(profile, "step").kernel_ns == 1);
  CHECK(profile.outside == KernelTotal{2, 10});
}

TEST_CASE(
    "Start/end ranges hold launches of every thread of their process and are parents of push/pop ranges") {
  auto const profile = analyze(TraceMaker{}
                                   .start_end("request", 0, 100, {.tid = 9})
                                   .range("step", 10, 90, {.tid = 1})
                                   .kernel("in step", 20, 30, 31, {.tid = 1})
                                   .kernel("other thread", 20, 30, 32, {.tid = 2})
                                   .kernel("other process", 20, 30, 34, {.tid = 9, .pid = 2})
                                   .make());
  CHECK(phase(profile, "request").kernel_ns == 3);
  CHECK(phase(profile, "request").exclusive_kernel_ns == 2);
  CHECK(phase(profile, "step").kernel_ns == 1);
  CHECK(to_string(phase(profile, "step").path) == "request/step");
  CHECK(profile.outside == KernelTotal{1, 4});
  CHECK(accounted(profile) == 7);
}

TEST_CASE("A start/end range is never a child of a push/pop range") {
  auto const profile =
      analyze(TraceMaker{}.range("step", 0, 100).start_end("request", 10, 90).kernel("k", 20, 30, 35).make());
  CHECK(phase(profile, "request").path.size() == 1);
  CHECK(phase(profile, "request").kernel_ns == 5);
  CHECK(phase(profile, "request").exclusive_kernel_ns == 0);
  CHECK(phase(profile, "step").exclusive_kernel_ns == 5);
}

TEST_CASE(
    "Start/end ranges that overlap without nesting: inclusive in each, exclusive in the one started last") {
  auto const profile = analyze(TraceMaker{}
                                   .start_end("a", 0, 60)
                                   .start_end("b", 40, 100)
                                   .kernel("a only", 10, 200, 201)
                                   .kernel("both", 50, 210, 212)
                                   .kernel("b only", 70, 220, 224)
                                   .make());
  CHECK(phase(profile, "a").kernel_ns == 3);
  CHECK(phase(profile, "a").exclusive_kernel_ns == 1);
  CHECK(phase(profile, "b").kernel_ns == 6);
  CHECK(phase(profile, "b").exclusive_kernel_ns == 6);
  CHECK(phase(profile, "b").path.size() == 1);
  CHECK(accounted(profile) == 7);
}

TEST_CASE("A launch in two open ranges of one phase counts once for the phase and once for each range") {
  auto const profile = analyze(
      TraceMaker{}.start_end("request", 0, 60).start_end("request", 40, 100).kernel("k", 50, 60, 70).make());
  auto const& request = phase(profile, "request");
  CHECK(request.calls == 1);
  CHECK(request.kernel_ns == 10);
  CHECK(request.instances == 2);
  REQUIRE(request.rows.size() == 2);
  CHECK(request.rows[0].kernel_ns == 10);
  CHECK(request.rows[1].kernel_ns == 10);
}

TEST_CASE("The four times of a phase: wall, span, kernel time, busy") {
  auto const profile = analyze(TraceMaker{}
                                   .range("step", 0, 100)
                                   .kernel("k", 10, 20, 40, {}, {.stream = 1})
                                   .kernel("k", 11, 30, 60, {}, {.stream = 2})  // overlaps the first by 10
                                   .copy(12, 55, 70, {}, {.stream = 3})         // 10 more of busy time
                                   .kernel("k", 13, 90, 95, {}, {.stream = 1})
                                   .make());
  auto const& step = phase(profile, "step");
  CHECK(step.wall_ns == 100);
  CHECK(step.span_ns == 75);
  CHECK(step.kernel_ns == 20 + 30 + 5);
  CHECK(step.gpu_busy_ns == 50 + 5);
  CHECK(step.asynchronous == false);
  CHECK(profile.gpu_busy_ns == 55);
}

TEST_CASE("Busy time is a union per device and a sum over devices") {
  auto const profile = analyze(TraceMaker{}
                                   .range("step", 0, 100)
                                   .kernel("k", 10, 20, 40, {}, {.device = 0})
                                   .kernel("k", 11, 20, 40, {}, {.device = 1})
                                   .make());
  auto const& step = phase(profile, "step");
  CHECK(step.gpu_busy_ns == 40);
  CHECK(step.rows.at(0).gpu_busy_ns == 40);
  REQUIRE(step.by_device.size() == 2);
  CHECK(step.by_device[1].gpu_busy_ns == 20);
  CHECK(profile.kernels.size() == 2);  // one record per device
}

TEST_CASE("A phase is asynchronous if GPU work ends after its range closed, and unknown without GPU work") {
  auto const profile =
      analyze(TraceMaker{}.range("late", 0, 10).range("idle", 20, 30).kernel("k", 5, 50, 60).make());
  CHECK(phase(profile, "late").asynchronous == true);
  CHECK(phase(profile, "idle").asynchronous == std::nullopt);
  CHECK(phase(profile, "idle").span_ns == std::nullopt);
}

TEST_CASE("Kernels without a launch record are listed apart, and everything adds up") {
  auto const profile = analyze(TraceMaker{}
                                   .range("step", 0, 100)
                                   .kernel("k", 10, 20, 30)
                                   .kernel_without_launch("k", 40, 47)
                                   .kernel("k", 200, 210, 213)
                                   .make());
  CHECK(profile.no_launch_record == KernelTotal{1, 7});
  CHECK(profile.outside == KernelTotal{1, 3});
  CHECK(profile.total == KernelTotal{3, 20});
  CHECK(accounted(profile) == 20);
  CHECK(says(profile, "no launch record"));
}

TEST_CASE("More than 5 % outside of ranges is said together with the thread that launched it") {
  TraceMaker maker;
  maker.range("step", 0, 100).kernel("k", 10, 0, 1000);
  CHECK_FALSE(says(analyze(maker.kernel("k", 200, 1000, 1050).make()), "outside any range"));
  TraceMaker other;
  other.range("step", 0, 100).kernel("k", 10, 0, 1000);
  auto const profile = analyze(other.kernel("k", 200, 1000, 1060, {.tid = 77}).make());
  CHECK(says(profile, "1 of 2, launched by thread 77 of process 1"));
}

TEST_CASE("Tokens come from marks, then from the payloads that mean tokens") {
  SECTION("a mark goes before the payload and belongs to the innermost range open on its thread") {
    auto const profile = analyze(TraceMaker{}
                                     .range_with_payload("LLM@prefill", 0, 100, 512)
                                     .range("LLM@attention", 10, 50)
                                     .tokens(20, 7)
                                     .tokens(60, 500)
                                     .make());
    CHECK(phase(profile, "LLM@prefill").tokens == 500);
    CHECK(phase(profile, "LLM@attention").tokens == 7);
  }
  SECTION("decode_all: the sum of its steps before its own payload") {
    auto const profile = analyze(TraceMaker{}
                                     .range_with_payload("LLM@decode_all", 0, 100, 99)
                                     .range_with_payload("LLM@decode_step", 10, 20, 4)
                                     .range_with_payload("LLM@decode_step", 30, 40, 3)
                                     .make());
    CHECK(phase(profile, "LLM@decode_all").tokens == 7);
    CHECK(phase(profile, "LLM@decode_all").tokens_from == TokenSource::steps);
    CHECK(phase(profile, "LLM@decode_step").tokens == 7);
    CHECK(phase(profile, "LLM@decode_step").tokens_from == TokenSource::payload);
  }
  SECTION("decode_all with a step that does not say: its own payload, not a part of the sum") {
    auto const profile = analyze(TraceMaker{}
                                     .range_with_payload("LLM@decode_all", 0, 100, 99)
                                     .range("request", 5, 95)
                                     .range_with_payload("LLM@decode_step", 10, 20, 4)
                                     .range("LLM@decode_step", 30, 40)
                                     .make());
    CHECK(phase(profile, "LLM@decode_all").tokens == 99);
    CHECK(phase(profile, "LLM@decode_all").tokens_from == TokenSource::payload);
  }
  SECTION("steps count through the ranges between") {
    auto const profile = analyze(TraceMaker{}
                                     .range("LLM@decode_all", 0, 100)
                                     .range("request", 5, 95)
                                     .range_with_payload("LLM@decode_step", 10, 20, 4)
                                     .make());
    CHECK(phase(profile, "LLM@decode_all").tokens == 4);
  }
  SECTION("decode_all without steps: its own payload") {
    auto const profile = analyze(TraceMaker{}.range_with_payload("LLM@decode_all", 0, 100, 99).make());
    CHECK(phase(profile, "LLM@decode_all").tokens == 99);
  }
  SECTION("the payload of any other range is not a number of tokens") {
    auto const profile = analyze(TraceMaker{}
                                     .range_with_payload("LLM@layer", 0, 100, 3)
                                     .range_with_payload("prefill", 200, 300, 5)
                                     .make());
    CHECK(phase(profile, "LLM@layer").tokens == std::nullopt);
    CHECK(phase(profile, "prefill").tokens == std::nullopt);
  }
  SECTION("unknown for one range is unknown for the phase") {
    auto const profile =
        analyze(TraceMaker{}.range_with_payload("LLM@prefill", 0, 10, 5).range("LLM@prefill", 20, 30).make());
    CHECK(phase(profile, "LLM@prefill").tokens == std::nullopt);
  }
}

TEST_CASE("Kernel statistics are exact") {
  TraceMaker maker;
  maker.range("step", 0, 100);
  Nanoseconds start = 0;
  for (Nanoseconds const duration : {4, 8, 6, 2}) {
    maker.kernel("k", 10, start, start + duration);
    start += 100;
  }
  maker.kernel("k", 500, start, start + 100);  // outside
  auto const profile = analyze(maker.make());

  REQUIRE(phase(profile, "step").kernels.size() == 1);
  auto const& in_step = phase(profile, "step").kernels[0];
  CHECK(in_step.calls == 4);
  CHECK(in_step.total_ns == 20);
  CHECK(in_step.min_ns == 2);
  CHECK(in_step.max_ns == 8);
  CHECK(in_step.mean_ns == 5.0);
  CHECK(in_step.median_ns == 5.0);
  CHECK_THAT(*in_step.stddev_ns, Catch::Matchers::WithinRel(2.581988897471611, 1e-12));
  CHECK(in_step.sum_of_squares == 16 + 64 + 36 + 4);
  REQUIRE(profile.kernels.size() == 1);
  CHECK(profile.kernels[0].median_ns == 6.0);
  CHECK(profile.kernels[0].calls == 5);
  CHECK(profile.kernels[0].histogram.count() == 5);
}

TEST_CASE("One call has no deviation") {
  auto const profile = analyze(TraceMaker{}.kernel("k", 0, 10, 20).make());
  CHECK(profile.kernels.at(0).stddev_ns == std::nullopt);
  CHECK(profile.kernels.at(0).median_ns == 10.0);
}

TEST_CASE("Graphs traced as a whole count as busy time and are said to hide their kernels") {
  auto const profile = analyze(TraceMaker{}.range("LLM@decode_step", 0, 100).whole_graph(10, 20, 90).make());
  auto const& step = phase(profile, "LLM@decode_step");
  CHECK(step.calls == 0);
  CHECK(step.kernel_ns == 0);
  CHECK(step.gpu_busy_ns == 70);
  CHECK(step.span_ns == 70);
  CHECK(says(profile, "graph launches: 1 (70 ns on the GPU), their kernels are hidden"));
}

TEST_CASE("Ranges opened inside a capture stand below the range around the graph launch") {
  auto const profile = analyze(TraceMaker{}
                                   .range("warm-up", 0, 100)  // around the capture: not part of the graph
                                   .range("layer", 20, 40)
                                   .range("attn", 25, 30)
                                   .range("LLM@decode_step", 200, 300)
                                   .graph_kernel("a", 210, 220, 221, 27, 10)
                                   .graph_kernel("b", 210, 230, 232, 35, 10)
                                   .graph_kernel("c", 210, 240, 244, 50, 10)  // between layers
                                   .graph_kernel("d", 400, 410, 418, 27, 10)  // launched outside any range
                                   .make());
  auto const& step = phase(profile, "LLM@decode_step");
  CHECK(step.kernel_ns == 7);
  CHECK(step.exclusive_kernel_ns == 4);
  CHECK(phase(profile, "LLM@decode_step/layer").kernel_ns == 3);
  CHECK(phase(profile, "LLM@decode_step/layer").exclusive_kernel_ns == 2);
  CHECK(phase(profile, "LLM@decode_step/layer/attn").kernel_ns == 1);
  CHECK(phase(profile, "LLM@decode_step/layer").instances == 0);
  CHECK(phase(profile, "warm-up").kernel_ns == 0);
  CHECK(phase(profile, "warm-up/layer/attn").kernel_ns == 0);
  CHECK(profile.find({{"", "layer"}})->kernel_ns == 8);  // the root of the launch outside
  CHECK(accounted(profile) == 15);
  CHECK(says(profile, "a replay adds no instances"));
}

TEST_CASE("A kernel of a graph without a launch record is counted once, and in no phase") {
  TraceMaker maker;
  maker.range("layer", 20, 40).graph_kernel("a", 0, 220, 270, 27, 10);
  maker.trace().launches.back().thread = no_index;
  auto const profile = analyze(maker.make());
  CHECK(profile.no_launch_record == KernelTotal{1, 50});
  CHECK(phase(profile, "layer").kernel_ns == 0);
  CHECK(accounted(profile) == 50);
}

TEST_CASE("Replayed work is told apart from work with an instance") {
  auto const profile = analyze(TraceMaker{}
                                   .range("step", 0, 100)
                                   .range("layer", 10, 30)
                                   .kernel("warm-up", 15, 200, 210)
                                   .graph_kernel("a", 50, 300, 320, 20, 5)
                                   .graph_kernel("a", 60, 400, 420, 20, 5)
                                   .make());
  auto const& layer = phase(profile, "step/layer");
  CHECK(layer.instances == 1);
  CHECK(layer.calls == 3);
  CHECK(layer.kernel_ns == 50);
  CHECK(layer.replayed == ReplayedWork{2, 40, 40});
  CHECK(phase(profile, "step").replayed == ReplayedWork{});
}

TEST_CASE("Ranges of zero length are instances that hold nothing") {
  auto const profile = analyze(TraceMaker{}.range("empty", 10, 10).kernel("k", 10, 20, 30).make());
  CHECK(phase(profile, "empty").instances == 1);
  CHECK(phase(profile, "empty").calls == 0);
  CHECK(profile.outside.calls == 1);
}

TEST_CASE("Phases without GPU work among kernels tell of an incomplete capture") {
  TraceMaker maker;
  for (int i = 0; i < 5; ++i) maker.range("LLM@decode_step", i * 10, i * 10 + 10);
  maker.kernel("k", 5, 6, 7);
  CHECK(says(analyze(maker.make()), "4 of 5 ranges LLM@decode_step have no GPU work"));
}

TEST_CASE("The timeline shows busy shares per device and phase") {
  auto const profile =
      analyze(TraceMaker{}.range("step", 0, 100).kernel("k", 10, 0, 50).kernel("k", 500, 90, 100).make(),
              {.timeline_bins = 10});
  REQUIRE(profile.timeline.tracks.size() == 2);
  CHECK(profile.timeline.bin_ns == 10);
  CHECK(profile.timeline.tracks[0].name == "GPU 0");
  CHECK(profile.timeline.tracks[0].busy == std::vector<float>{1, 1, 1, 1, 1, 0, 0, 0, 0, 1});
  CHECK(profile.timeline.tracks[1].name == "step");
  CHECK(profile.timeline.tracks[1].busy == std::vector<float>{1, 1, 1, 1, 1, 0, 0, 0, 0, 0});
}
