// SPDX-License-Identifier: MIT
#include "llmprof/analyze/answers.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/model_spec.hpp"
#include "llmprof/report/answers.hpp"
#include "llmprof/report/report_markdown.hpp"
#include "support/trace_maker.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;

constexpr Nanoseconds us = 1000;

void make_h100(Device& device) {
  device.name = "NVIDIA H100 80GB HBM3";
  device.compute_major = 9;
  device.compute_minor = 0;
  device.sm_count = 132;
  device.clock_hz = 1'980'000'000;
  device.memory_bandwidth = 3'352'320'000'000;
}

/// A prefill of 512 tokens and eight decode steps of a batch of 4 on an H100 SXM. A step has ten kernels of
/// `kernel_us` each, one every `period_us`.
Profile engine(Nanoseconds kernel_us, Nanoseconds period_us, bool with_payloads = true) {
  TraceMaker made;
  Nanoseconds at = 0;
  auto const work = [&](char const* name) {
    for (int i = 0; i < 10; ++i) {
      made.kernel(name, at, at + 2 * us, at + 2 * us + kernel_us * us);
      at += period_us * us;
    }
  };
  auto const range = [&](char const* label, std::int64_t payload, char const* kernel) {
    Nanoseconds const begin = at;
    work(kernel);
    if (with_payloads) {
      made.range_with_payload(label, begin, at, payload);
    } else {
      made.range(label, begin, at);
    }
  };
  range("LLM@prefill", 2048, "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_tn");
  Nanoseconds const loop = at;
  for (int step = 0; step < 8; ++step) range("LLM@decode_step", 4, "gemvx_kernel");
  made.range("LLM@decode_all", loop, at);
  Trace trace = made.make();
  make_h100(trace.devices.front());
  return analyze(trace);
}

ModelSpec llama() { return read_model_spec(std::string(LLMPROF_TEST_DATA) + "/models/llama-3-8b.json"); }

}  // namespace

TEST_CASE("a GPU that waits for launches is launch bound, and the finding says what graphs would buy") {
  Answers const answers = answer(engine(5, 20));
  PhaseAnswer const* const decode = answers.find(StepKind::decode);
  REQUIRE(decode != nullptr);
  CHECK(decode->steps.count == 8);
  CHECK(decode->steps.median_ns == 200'000);
  CHECK(*decode->busy == Approx(0.25));
  CHECK(*decode->batch == 4);
  CHECK(*decode->tokens_per_second == Approx(4 / 200e-6));
  CHECK(*decode->launches_of_token == Approx(2.5));
  CHECK(decode->verdict.bound == Bound::launch);
  REQUIRE_FALSE(answers.findings.empty());
  Finding const& first = answers.findings.front();
  CHECK(first.kind == StepKind::decode);
  CHECK_THAT(first.what, ContainsSubstring("waiting for launches by the host"));
  CHECK(*first.gain_share == Approx(0.73).margin(0.02));
  CHECK_FALSE(decode->mfu.value);
  CHECK_THAT(decode->mfu.reason, ContainsSubstring("--model"));
}

TEST_CASE("MFU and MBU follow from the model, tokens, context and peaks") {
  ModelSpec const model = llama();
  AnswerOptions options;
  options.model = &model;
  Answers const answers = answer(engine(990, 1000), options);  // steps of 10 ms
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  // 2048 tokens of prompt for a batch of 4; eight steps: 512 + 4.5 tokens of context in the mean.
  CHECK(*decode.context == Approx(516.5));
  double const matrices = 8'030'261'248.0 - 128256.0 * 4096 - 65 * 4096;  // all but embeddings and norms
  double const kv_bytes = 2.0 * 32 * 8 * 128 * 2;                         // of a token
  CHECK(*decode.mbu.value ==
        Approx((2 * matrices + 4 * 516.5 * kv_bytes) / 10e-3 / 3'352'320'000'000).epsilon(0.002));
  double const attention = 4.0 * 32 * 32 * 128 * 516.5;  // 2 products of 2 FLOPs
  CHECK(*decode.mfu.value == Approx(4 * (2 * matrices + attention) / 10e-3 / 989.4e12).epsilon(0.002));
  CHECK_THAT(decode.mfu.peak.basis, ContainsSubstring("1830 MHz"));
  CHECK(decode.verdict.bound == Bound::mixed);  // 16 GB in 10 ms: 48 % of the bandwidth, just below half
  REQUIRE(decode.roofline);                     // nothing was measured: it is the model's
  CHECK(decode.roofline->point.source == WorkSource::model);
  CHECK(*decode.roofline->bytes_of_step == Approx(2 * matrices + 4 * 516.5 * kv_bytes).epsilon(0.002));
  CHECK(decode.roofline->point.side == RooflineSide::memory);
  CHECK(*decode.roofline->point.roof_share == Approx(*decode.mbu.value / *decode.busy).epsilon(1e-6));
  CHECK_FALSE(decode.roofline->coverage);
  PhaseAnswer const& prefill = *answers.find(StepKind::prefill);
  CHECK(*prefill.mfu.value == Approx(2.0 * 2048 * matrices / 10e-3 / 989.4e12).epsilon(0.15));
}

TEST_CASE("a busy GPU that reads its weights as fast as it can is memory bound") {
  ModelSpec const model = llama();
  AnswerOptions options;
  options.model = &model;
  Answers const answers = answer(engine(595, 600), options);  // steps of 6 ms
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK(*decode.mbu.value == Approx(0.75).margin(0.01));
  CHECK(decode.verdict.bound == Bound::memory);
}

TEST_CASE("what is not known is said, figure by figure") {
  ModelSpec const model = llama();
  AnswerOptions options;
  options.model = &model;
  Answers const answers = answer(engine(5, 20, false), options);
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK_FALSE(decode.tokens_per_second);
  CHECK_THAT(decode.mbu.reason, ContainsSubstring("number of tokens is not known"));
  CHECK(*decode.busy == Approx(0.25));
  CHECK_THAT(answers_json(answers), ContainsSubstring("\"tokens_per_second\":null"));
  CHECK(answer(Profile()).phases.empty());
  CHECK(format_answers(answer(Profile())).empty());
}

TEST_CASE("a copy on another GPU does not halve the share in which a GPU is busy") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    made.range("decode_step", at, at + 100).kernel("gemv", at, at, at + 90);
    made.copy(at + 1, at + 1, at + 2, {}, {1, 7});
  }
  CHECK(*answer(analyze(made.make())).find(StepKind::decode)->busy == Approx(0.91).margin(0.02));
}

TEST_CASE("steps of several threads share their GPU: its busy share and the rate are those of all together") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    // Each is on the GPU for half of its step, and together they never leave it alone.
    made.range_with_payload("LLM@decode_step", at, at + 100, 4, {1, 1})
        .kernel("gemv", at, at, at + 50, {1, 1}, {0, 7});
    made.range_with_payload("LLM@decode_step", at, at + 100, 4, {2, 1})
        .kernel("gemv", at, at + 50, at + 100, {2, 1}, {0, 8});
  }
  Answers const answers = answer(analyze(made.make()));
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK(decode.steps.total_ns == 800);
  CHECK(decode.steps.elapsed_ns == 400);
  CHECK(*decode.side_by_side == Approx(2));
  CHECK(*decode.busy == Approx(1));
  CHECK(*decode.tokens_per_second == Approx(32 / 400e-9));
  CHECK(decode.devices_of_step == 1);
  CHECK(decode.verdict.bound != Bound::launch);
  CHECK_THAT(report_markdown(analyze(made.make()), &answers),
             ContainsSubstring("; 2.0 at a time in a process"));
}

TEST_CASE("kernels of several threads that run at the same time count once to the busy share") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    made.range("decode_step", at, at + 100, {1, 1}).kernel("gemv", at, at, at + 60, {1, 1}, {0, 7});
    made.range("decode_step", at, at + 100, {2, 1}).kernel("gemv", at, at, at + 60, {2, 1}, {0, 8});
  }
  CHECK(*answer(analyze(made.make())).find(StepKind::decode)->busy == Approx(0.6));
}

TEST_CASE("two GPUs with two threads each: the share is of both, while any step is under way") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    for (std::int64_t const device : {0, 1}) {
      for (std::int64_t const half : {0, 1}) {
        std::int64_t const thread = 1 + 2 * device + half;
        made.range("decode_step", at, at + 100, {thread, 1})
            .kernel("gemv", at, at + 40 * half, at + 40 * (half + 1), {thread, 1}, {device, 7 + half});
      }
    }
  }
  Answers const answers = answer(analyze(made.make()));
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK(*decode.busy == Approx(0.8));
  CHECK(decode.devices_of_step == 1);
  CHECK(decode.devices_of_process == 2);
  CHECK(*decode.side_by_side == Approx(4));
}

TEST_CASE("a step that uses two GPUs in turn keeps each busy for half of it") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    made.range("decode_step", at, at + 100).kernel("gemv", at, at, at + 50, {}, {0, 7});
    made.kernel("gemv", at, at + 50, at + 100, {}, {1, 7});
  }
  Answers const answers = answer(analyze(made.make()));
  CHECK(answers.find(StepKind::decode)->devices_of_step == 2);
  CHECK(*answers.find(StepKind::decode)->busy == Approx(0.5));
}

TEST_CASE("one step with a kernel on another GPU does not halve the busy share of all") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300, 400})
    made.range("decode_step", at, at + 100).kernel("gemv", at, at, at + 90, {}, {0, 7});
  made.kernel("helper", 410, 490, 500, {}, {1, 7});
  PhaseAnswer const decode = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK(decode.devices_of_step == 1);
  CHECK(*decode.busy == Approx(0.92));
}

TEST_CASE("processes that share a GPU are busy for as long as each of them is") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    for (std::int64_t const pid : {1, 2})
      made.range("decode_step", at, at + 100, {1, pid}).kernel("gemv", at, at, at + 60, {1, pid}, {0, 7});
  }
  CHECK(*answer(analyze(made.make())).find(StepKind::decode)->busy == Approx(0.6));
}

TEST_CASE("replicas below ranges of their own: how long their GPU was busy is not known") {
  TraceMaker made;
  for (std::int64_t const thread : {1, 2}) made.range("worker" + std::to_string(thread), 0, 400, {thread, 1});
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    for (std::int64_t const thread : {1, 2}) {
      made.range_with_payload("LLM@decode_step", at, at + 100, 4, {thread, 1})
          .kernel("gemv", at, at, at + 60, {thread, 1}, {0, 6 + thread});
    }
  }
  PhaseAnswer const decode = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK_FALSE(decode.busy);
  CHECK(*decode.tokens_per_second == Approx(32 / 400e-9));
}

TEST_CASE("of a sample of the steps of two threads the rate is that of all") {
  TraceMaker made;
  for (Nanoseconds at = 0; at < 100'000; at += 100) {
    for (std::int64_t const thread : {1, 2}) {
      made.range_with_payload("LLM@decode_step", at, at + 100, 4, {thread, 1})
          .kernel("gemv", at, at, at + 60, {thread, 1}, {0, 6 + thread});
    }
  }
  Trace const trace = made.make();
  AnalyzeOptions options;
  for (std::size_t const rows : {20U, 30U}) {
    options.max_rows = rows;
    PhaseAnswer const decode = *answer(analyze(trace, options)).find(StepKind::decode);
    CHECK(decode.steps.sampled);
    CHECK(*decode.side_by_side == Approx(2));
    CHECK(*decode.tokens_per_second == Approx(8 / 100e-9));
  }
}

TEST_CASE("loops of two threads whose steps have no tokens have the rate of both") {
  TraceMaker made;
  for (std::int64_t const thread : {1, 2}) {
    made.range("LLM@decode_all", 0, 410, {thread, 1}).tokens(405, 16, {thread, 1});
    for (Nanoseconds const at : {0, 100, 200, 300}) {
      made.range("LLM@decode_step", at, at + 100, {thread, 1})
          .kernel("gemv", at, at, at + 60, {thread, 1}, {0, 6 + thread});
    }
  }
  PhaseAnswer const decode = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK(decode.tokens_per_second.value() == Approx(32 / 410e-9));
}

TEST_CASE("a loop whose steps run on two threads makes each of its tokens once") {
  TraceMaker made;
  made.start_end("LLM@decode_all", 0, 410).tokens(405, 16);
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    for (std::int64_t const thread : {1, 2}) {
      made.range("LLM@decode_step", at + 1, at + 100, {thread, 1})
          .kernel("gemv", at + 1, at + 1, at + 60, {thread, 1}, {0, 6 + thread});
    }
  }
  PhaseAnswer const decode = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK(*decode.side_by_side == Approx(2));
  CHECK(decode.tokens_per_second.value() == Approx(16 / 410e-9));
}

TEST_CASE("two loops at a time whose steps take turns have the rate of both") {
  TraceMaker made;
  for (std::int64_t const thread : {1, 2}) {
    made.range("LLM@decode_all", 0, 400, {thread, 1}).tokens(399, 16, {thread, 1});
    for (Nanoseconds const at : {0, 100, 200, 300}) {
      Nanoseconds const begin = at + 50 * (thread - 1);
      made.range("LLM@decode_step", begin, begin + 49, {thread, 1})
          .kernel("gemv", begin, begin, begin + 40, {thread, 1}, {0, 7});
    }
  }
  PhaseAnswer const decode = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK(*decode.side_by_side == Approx(1));
  CHECK(decode.tokens_per_second.value() == Approx(32 / 400e-9));
}

TEST_CASE("loops below ranges of their own have the rate of all, if all of them are known") {
  TraceMaker made;
  for (std::int64_t const thread : {1, 2}) {
    made.range("worker" + std::to_string(thread), 0, 1000, {thread, 1});
    for (Nanoseconds const at : {0, 500}) {
      made.range("LLM@decode_all", at, at + 400, {thread, 1}).tokens(at + 399, 16, {thread, 1});
      made.range("LLM@decode_step", at, at + 100, {thread, 1})
          .kernel("gemv", at, at, at + 60, {thread, 1}, {0, 6 + thread});
      made.range("LLM@decode_step", at + 100, at + 200, {thread, 1});
    }
  }
  Trace const trace = made.make();
  CHECK(answer(analyze(trace)).find(StepKind::decode)->tokens_per_second.value() == Approx(64 / 800e-9));
  AnalyzeOptions options;
  options.max_rows = 1;
  CHECK_FALSE(answer(analyze(trace, options)).find(StepKind::decode)->tokens_per_second);
}

TEST_CASE("of loops of one thread a sample is enough, whatever is around them") {
  TraceMaker made;
  for (Nanoseconds const epoch : {0, 100'000}) {
    made.range("epoch" + std::to_string(epoch), epoch, epoch + 50'000);
    for (Nanoseconds at = epoch; at < epoch + 50'000; at += 1000) {
      made.range("LLM@decode_all", at, at + 800).tokens(at + 790, 16);
      made.range("LLM@decode_step", at, at + 400).kernel("gemv", at, at, at + 60);
      made.range("LLM@decode_step", at + 400, at + 790);
    }
  }
  Trace const trace = made.make();
  AnalyzeOptions options;
  for (std::size_t const rows : {30U, 10'000U}) {
    options.max_rows = rows;
    PhaseAnswer const decode = *answer(analyze(trace, options)).find(StepKind::decode);
    CHECK(decode.tokens_per_second.value() == Approx(16 / 800e-9));
  }
}

TEST_CASE("a sample that has one of two threads alone is not taken for all of them") {
  TraceMaker made;
  for (char const* const engine : {"a", "b"}) {
    Nanoseconds const begin = *engine == 'a' ? 0 : 100'000;
    made.range(std::string("engine_") + engine, begin, begin + 50'000, {1, 1});
    made.range(std::string("engine_") + engine, begin, begin + 50'000, {2, 1});
    for (Nanoseconds at = begin; at < begin + 50'000; at += 100) {
      for (std::int64_t const thread : {1, 2}) {  // they take turns in starting, and overlap
        made.range_with_payload("LLM@decode_step", at + thread, at + 99, 4, {thread, 1})
            .kernel("gemv", at + thread, at + thread, at + 60, {thread, 1}, {0, 6 + thread});
      }
    }
  }
  AnalyzeOptions options;
  options.max_rows = 500;
  PhaseAnswer const decode = *answer(analyze(made.make(), options)).find(StepKind::decode);
  CHECK(decode.steps.sampled);
  CHECK_FALSE(decode.side_by_side);
  CHECK_FALSE(decode.tokens_per_second);
}

TEST_CASE("a sample of steps below several ranges has a batch and launches, and neither rate nor share") {
  TraceMaker made;
  for (std::int64_t const thread : {1, 2})
    made.range("worker" + std::to_string(thread), 0, 10'000, {thread, 1});
  for (Nanoseconds at = 0; at < 10'000; at += 100) {
    for (std::int64_t const thread : {1, 2}) {
      made.range_with_payload("LLM@decode_step", at, at + 100, 4, {thread, 1})
          .kernel("gemv", at, at, at + 60, {thread, 1}, {0, 6 + thread});
    }
  }
  AnalyzeOptions options;
  options.max_rows = 20;
  PhaseAnswer const decode = *answer(analyze(made.make(), options)).find(StepKind::decode);
  CHECK(decode.steps.sampled);
  CHECK(*decode.batch == Approx(4));
  CHECK(*decode.launches_of_token == Approx(0.25));
  CHECK_FALSE(decode.side_by_side);
  CHECK_FALSE(decode.tokens_per_second);
  CHECK_FALSE(decode.busy);
}

TEST_CASE("a model over two GPUs, each with a thread of its own, makes each token once") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    for (std::int64_t const device : {0, 1}) {
      made.range_with_payload("LLM@decode_step", at, at + 100, 4, {1 + device, 1})
          .kernel("gemv", at, at, at + 60, {1 + device, 1}, {device, 7});
    }
  }
  ModelSpec model = llama();
  model.tensor_parallel = 2;
  AnswerOptions options;
  options.model = &model;
  PhaseAnswer const decode = *answer(analyze(made.make()), options).find(StepKind::decode);
  CHECK(*decode.tokens_per_second == Approx(4 / 100e-9));
  CHECK(*decode.busy == Approx(0.6));
}

TEST_CASE("start/end ranges that overlap have the rate of the time that they take together") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200})
    made.start_end("decode_step[bs=2]", at, at + 200).kernel("gemv", at, at, at + 10);
  PhaseAnswer const decode = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK(decode.steps.elapsed_ns == 400);
  CHECK(*decode.side_by_side == Approx(1.5));
}

TEST_CASE("work of two streams side by side is told") {
  TraceMaker made;
  made.range("prefill", 0, 100).kernel("gemm", 0, 0, 60).kernel("gemm", 0, 40, 90, {}, {0, 8});
  CHECK(answer(analyze(made.make())).find(StepKind::prefill)->overlap_ns == 20);
}

TEST_CASE("several processes may share a model: no verdict rests on figures of a copy in each") {
  TraceMaker made;
  for (std::int64_t const pid : {1, 2}) {
    made.range_with_payload("LLM@prefill", 0, 45'000'000, 2048, {pid, pid});
    made.kernel("gemm", 1, 1, 44'900'000, {pid, pid}, {pid - 1, 7});
  }
  Trace trace = made.make();
  for (Device& device : trace.devices) make_h100(device);
  ModelSpec model = llama();
  AnswerOptions options;
  options.model = &model;
  PhaseAnswer const copies = *answer(analyze(trace), options).find(StepKind::prefill);
  CHECK(copies.processes == 2);
  // 2 x 6,979,321,856 x 2048, attention 4 x 32 x 32 x 128 x 2048 x 2049 / 2, one row of lm_head: compute
  // bound, if that is what each of them does.
  CHECK(*copies.mfu.value == Approx(29.69e12 / 45e-3 / 989.4e12).epsilon(0.001));
  CHECK_THAT(copies.mfu.reason, ContainsSubstring("2 processes are taken for copies of the model"));
  CHECK(copies.verdict.bound == Bound::unknown);
  model.tensor_parallel = 2;
  PhaseAnswer const shared = *answer(analyze(trace), options).find(StepKind::prefill);
  CHECK(*shared.mfu.value == Approx(*copies.mfu.value / 2));
  CHECK(shared.verdict.bound == Bound::mixed);
}

TEST_CASE("a capture that lost kernels is not taken for an idle GPU") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) made.range("decode_step", at, at + 100);
  made.kernel("gemv", 0, 0, 1);
  PhaseAnswer const most_ranges = *answer(analyze(made.make())).find(StepKind::decode);
  CHECK(most_ranges.verdict.bound == Bound::unknown);
  CHECK(most_ranges.incomplete == "most of its ranges have no GPU work in the capture");
  CHECK_FALSE(most_ranges.busy);

  TraceMaker other;
  other.range("decode_step", 0, 100).kernel("gemv", 0, 0, 10);
  other.trace().lost_launches = 7;
  Answers const answers = answer(analyze(other.make()));
  CHECK(answers.find(StepKind::decode)->verdict.bound == Bound::unknown);
  REQUIRE(answers.findings.size() >= 1);
  for (Finding const& finding : answers.findings) CHECK_FALSE(finding.gain_ns);
}

TEST_CASE("more than the peak is no evidence: the model is another one") {
  ModelSpec const model = llama();
  AnswerOptions options;
  options.model = &model;
  PhaseAnswer const decode = *answer(engine(95, 100), options).find(StepKind::decode);  // 16 GB in 1 ms
  CHECK(*decode.mbu.value > 1);
  CHECK_FALSE(decode.mbu.reason.empty());
  CHECK(decode.verdict.bound == Bound::unknown);
}

TEST_CASE("a prompt in chunks does not tell how long its sequences are") {
  TraceMaker made;
  for (Nanoseconds const at : {0, 100, 200, 300}) {
    made.range_with_payload("LLM@prefill", at, at + 100, 2048).kernel("gemm", at, at, at + 90);
  }
  made.range("LLM@decode_all", 400, 600);
  for (Nanoseconds const at : {400, 500})
    made.range_with_payload("LLM@decode_step", at, at + 100, 1).kernel("gemv", at, at, at + 90);
  Trace trace = made.make();
  make_h100(trace.devices.front());
  ModelSpec const model = llama();
  AnswerOptions options;
  options.model = &model;
  Answers const answers = answer(analyze(trace), options);
  CHECK_FALSE(answers.find(StepKind::decode)->context);
  CHECK_THAT(answers.find(StepKind::decode)->mbu.reason,
             ContainsSubstring("length of the sequences is not known"));
  CHECK_THAT(answers.find(StepKind::prefill)->mfu.reason,
             ContainsSubstring("taken for one sequence that nothing precedes"));
}

TEST_CASE("what clients saw stands beside the steps on the GPU") {
  RequestMetrics requests;
  RequestRun run;
  run.ttft = LatencyStats{.mean_ns = 800'000};
  run.tpot = LatencyStats{.mean_ns = 250'000};
  requests.runs = {run, RequestRun()};
  AnswerOptions options;
  options.requests = &requests;
  Answers const answers = answer(engine(5, 20), options);
  REQUIRE(answers.requests.size() == 2);
  CHECK(*answers.requests[0].prefill_share == Approx(200.0 / 800));
  CHECK(*answers.requests[0].decode_share == Approx(200.0 / 250));
  CHECK_FALSE(answers.requests[1].decode_share);
}

TEST_CASE("DeepSeek-OCR's decode is launch bound: 64 tokens of 1,219 launches, 179 ms of kernels in 707 ms") {
  TraceMaker made;
  constexpr Nanoseconds step_ns = 707'379'000 / 64;
  constexpr int launches = 78'016 / 64;
  made.range("LLM@decode_all", 0, 64 * step_ns);
  for (Nanoseconds step = 0; step < 64; ++step) {
    made.range_with_payload("LLM@decode_step", step * step_ns, (step + 1) * step_ns, 1);
    for (int i = 0; i < launches; ++i) {
      Nanoseconds const at = step * step_ns + i * (step_ns / launches);
      made.kernel("gemvx", at, at + 100, at + 100 + 179'072'697 / 78'016);
    }
  }
  Answers const answers = answer(analyze(made.make()));
  PhaseAnswer const& decode = *answers.find(StepKind::decode);
  CHECK(*decode.launches_of_token == 1219);
  CHECK(*decode.busy == Approx(179.072697 / 707.379).epsilon(0.001));
  CHECK(decode.verdict.bound == Bound::launch);
}

TEST_CASE("the table of a terminal has a row for each phase, the verdicts and the first findings") {
  std::string const text = format_answers(answer(engine(5, 20)));
  CHECK_THAT(text, ContainsSubstring("decode       8") && ContainsSubstring("launch bound") &&
                       ContainsSubstring("gemm 100 %") && ContainsSubstring("add --model config.json") &&
                       ContainsSubstring("1. In decode the GPU waiting for launches"));
}
