// SPDX-License-Identifier: MIT
#include "llmprof/parse/request_metrics.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "tests/support/says.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;

namespace {

RequestMetrics read_sample(std::string const& name) {
  return read_request_metrics_file(std::string(LLMPROF_TEST_DATA) + "/requests/" + name);
}

std::string error_of(std::string const& text) {
  try {
    static_cast<void>(read_request_metrics(text, "result.json"));
  } catch (ParseError const& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("the result of vllm bench serve") {
  RequestMetrics const metrics = read_sample("vllm-serve.json");
  REQUIRE(metrics.runs.size() == 1);
  RequestRun const& run = metrics.runs.front();
  CHECK(run.tool == RequestTool::vllm);
  CHECK(run.model == "meta-llama/Llama-3.1-8B-Instruct");
  CHECK(run.requests == 198U);
  CHECK(run.failed == 2U);
  CHECK(run.concurrency == 16.0);
  CHECK_FALSE(run.request_rate);  // "inf"
  CHECK(run.duration_s == 40.0);
  CHECK(run.input_tokens == 101376U);
  CHECK(run.output_tokens == 25344U);
  CHECK(run.requests_per_second == 4.95);
  CHECK(run.output_tokens_per_second == 633.6);
  CHECK(run.total_tokens_per_second == 3168.0);
  REQUIRE(run.ttft);
  CHECK(*run.ttft == LatencyStats{41.5e6, 38.25e6, 55e6, {}, 98.75e6});
  REQUIRE(run.tpot);
  CHECK(run.tpot->mean_ns == 8.125e6);
  REQUIRE(run.itl);
  CHECK(run.itl->p99_ns == 20.5e6);
  REQUIRE(run.e2e);
  CHECK(run.e2e->median_ns == 1060e6);
  CHECK(says(metrics, "2 request(s) failed"));
}

TEST_CASE("the JSON Lines of SGLang, a run each, with words that are no JSON") {
  RequestMetrics const metrics = read_sample("sglang-bench-serving.jsonl");
  REQUIRE(metrics.runs.size() == 2);
  RequestRun const& first = metrics.runs[0];
  CHECK(first.tool == RequestTool::sglang);
  CHECK(first.line == 1);
  CHECK_FALSE(first.request_rate);
  CHECK(first.concurrency == 8.0);
  CHECK(first.mean_concurrency == 7.92);
  CHECK(first.input_tokens_per_second == 8192.0);
  REQUIRE(first.itl);
  CHECK(first.itl->p95_ns == 9.75e6);
  REQUIRE(first.e2e);
  CHECK(first.e2e->p99_ns == 1100e6);
  RequestRun const& second = metrics.runs[1];
  CHECK(second.line == 2);
  CHECK(second.request_rate == 4.0);
  CHECK_FALSE(second.concurrency);
  CHECK(second.ttft);
  CHECK_FALSE(second.tpot);  // zeros: one token each
  CHECK_FALSE(second.itl);   // NaN
  CHECK(metrics.diagnostics.empty());
}

TEST_CASE("the summary of AIPerf, in the units that it has") {
  RequestMetrics const metrics = read_sample("aiperf.json");
  REQUIRE(metrics.runs.size() == 1);
  RequestRun const& run = metrics.runs.front();
  CHECK(run.tool == RequestTool::aiperf);
  CHECK(run.model == "Qwen/Qwen3-0.6B");
  CHECK(run.requests == 20U);
  CHECK(run.failed == 0U);
  CHECK(run.concurrency == 4.0);
  CHECK_FALSE(run.request_rate);
  CHECK(run.duration_s == Approx(13.25));
  CHECK(run.input_tokens == 11000U);
  CHECK(run.output_tokens == 5120U);
  REQUIRE(run.ttft);
  CHECK(*run.ttft == LatencyStats{180.25e6, 170e6, 250e6, 300e6, 390e6});
  REQUIRE(run.tpot);
  CHECK(run.tpot->mean_ns == 9.5e6);
  REQUIRE(run.itl);
  CHECK(run.itl->mean_ns == 9.8e6);  // us
  REQUIRE(run.e2e);
  CHECK(run.e2e->mean_ns == 2620.5e6);
  CHECK(metrics.diagnostics.empty());
}

TEST_CASE("the load of newer AIPerf stands in its phases") {
  RequestMetrics const metrics = read_request_metrics(
      R"({"schema_version": "1.5", "request_count": {"unit": "requests", "avg": 3}, "request_throughput":
      {"unit": "requests/sec", "avg": 1}, "time_to_first_token": {"avg": 12}, "input_config": {"models":
      {"items": [{"name": "a/b"}]}, "phases": [{"name": "warmup", "concurrency": 1}, {"name": "profiling",
      "concurrency": 64, "request_rate": 2.5}]}})");
  CHECK(metrics.runs.front().concurrency == 64.0);
  CHECK(metrics.runs.front().request_rate == 2.5);
  CHECK(metrics.runs.front().model == "a/b");
  CHECK_FALSE(metrics.runs.front().ttft);  // no unit, no number
}

TEST_CASE("the summary of GenAI-Perf") {
  RequestMetrics const metrics = read_sample("genai-perf.json");
  RequestRun const& run = metrics.runs.front();
  CHECK(run.tool == RequestTool::genai_perf);
  CHECK(run.model == "llama-3.1-8b-instruct");
  CHECK(run.concurrency == 1.0);
  CHECK_FALSE(run.requests);
  CHECK_FALSE(run.output_tokens);
  CHECK(run.output_tokens_per_second == 45.84);
  REQUIRE(run.tpot);
  CHECK(run.tpot->p99_ns == 22e6);
}

TEST_CASE("tests of llama-bench: prompts give the TTFT, generation the TPOT") {
  RequestMetrics const metrics = read_sample("llama-bench.json");
  REQUIRE(metrics.runs.size() == 2);
  RequestRun const& prompt = metrics.runs[0];
  CHECK(prompt.tool == RequestTool::llama_bench);
  CHECK(prompt.model == "qwen2 7B Q4_K - Medium");
  CHECK(prompt.test == "pp512");
  CHECK(prompt.requests == 5U);
  CHECK(prompt.input_tokens == 2560U);
  CHECK(prompt.input_tokens_per_second == Approx(7100.002165));
  REQUIRE(prompt.ttft);
  CHECK(*prompt.ttft == LatencyStats{72135640, 71745200, {}, {}, {}});
  CHECK_FALSE(prompt.tpot);
  RequestRun const& generation = metrics.runs[1];
  CHECK(generation.line == 22);
  CHECK(generation.model == "Qwen2.5-7B-Instruct-Q4_K_M.gguf");
  CHECK(generation.test == "tg128 @ d4096");
  REQUIRE(generation.tpot);
  CHECK(generation.tpot->mean_ns == Approx(1076767880 / 128.0));
  CHECK(generation.tpot->median_ns == Approx((1071761200 + 1075361300) / 2.0 / 128));
  CHECK(generation.output_tokens_per_second == Approx(118.881588));
  CHECK(generation.duration_s == Approx(4.2941468));
}

TEST_CASE("a line that was cut is a warning, the others are read") {
  RequestMetrics const metrics = read_request_metrics(
      "{\"n_prompt\": 8, \"n_gen\": 0, \"avg_ns\": 10}\n{\"n_prompt\": 8, \"n_g\n{\"n_prompt\": 16, "
      "\"n_gen\": 8, "
      "\"avg_ns\": 5}\n{\"n_prompt\"");
  REQUIRE(metrics.runs.size() == 2);
  CHECK(metrics.runs[1].test == "pp16+tg8");
  CHECK(metrics.runs[1].line == 3);
  CHECK_FALSE(metrics.runs[1].requests);
  CHECK(says(metrics, "the JSON breaks"));
}

TEST_CASE("a run without an answer has no latencies, and says so") {
  RequestMetrics const metrics = read_request_metrics(
      R"({"completed": 0, "failed": 7, "total_token_throughput": 0.0, "mean_ttft_ms": 0.0, "p99_ttft_ms": 0.0})");
  CHECK(metrics.runs.front().requests == 0U);
  CHECK_FALSE(metrics.runs.front().ttft);
  CHECK(says(metrics, "no request was answered"));
  CHECK(says(metrics, "7 request(s) failed"));
}

TEST_CASE("a file that ends anywhere is read as far as it goes, or refused with its place") {
  for (std::string const name :
       {"vllm-serve.json", "sglang-bench-serving.jsonl", "aiperf.json", "llama-bench.json"}) {
    std::string const whole = get_file(std::string(LLMPROF_TEST_DATA) + "/requests/" + name);
    std::size_t const all = read_request_metrics(whole).runs.size();
    for (std::size_t size = 0; size < whole.size(); size += 7) {
      std::size_t runs = 0;
      try {
        runs = read_request_metrics(whole.substr(0, size)).runs.size();
      } catch (ParseError const&) {  // nothing whole was left
      }
      CHECK(runs <= all);
    }
  }
}

TEST_CASE("figures that do not fit are absent") {
  RequestMetrics const metrics = read_request_metrics(
      R"({"n_prompt": 9007199254740000, "n_gen": 0, "avg_ns": 1e306, "samples_ns": [1]}
         {"completed": 1, "mean_ttft_ms": 1e306, "mean_tpot_ms": -1, "total_input_tokens": -5})");
  REQUIRE(metrics.runs.size() == 2);
  CHECK(metrics.runs[0].input_tokens == 9007199254740000U);
  CHECK_FALSE(metrics.runs[1].ttft);
  CHECK_FALSE(metrics.runs[1].tpot);
  CHECK_FALSE(metrics.runs[1].input_tokens);
}

TEST_CASE("a file that breaks in every line is given up") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "{\"n_prompt\": }\n";
  CHECK_THAT(error_of(text), ContainsSubstring("result.json:1: no JSON"));
}

TEST_CASE("files of other kinds are refused with what was expected") {
  CHECK_THAT(error_of(R"({"avg_latency": 1.5, "latencies": [1, 2]})"),
             ContainsSubstring(
                 "result.json:1: no results of requests: it has 'avg_latency', 'latencies'; expected"));
  CHECK_THAT(error_of(R"({"metadata": {"session_num": 0}, "metrics": {}})"),
             ContainsSubstring("give profile_export_aiperf.json"));
  CHECK_THAT(error_of("{}"), ContainsSubstring("it has no members"));
  CHECK_THAT(error_of("Request throughput: 5"), ContainsSubstring("no JSON"));
  CHECK_THAT(error_of(""), ContainsSubstring("there is no result in it"));
  CHECK_THAT(error_of("[1, 2]"), ContainsSubstring("there is no result in it"));
  CHECK_THAT(error_of("{\n\"completed\": 1,\n\"mean_ttft_ms\": }"), ContainsSubstring("result.json:3: "));
  CHECK_THROWS_AS(read_request_metrics_file("/no/such/file.json"), IoError);
}
