// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Programs that measure an engine from outside.
enum class RequestTool : std::uint8_t {
  vllm,         ///< `vllm bench serve`, and what writes its format.
  sglang,       ///< `python -m sglang.bench_serving`.
  aiperf,       ///< AIPerf.
  genai_perf,   ///< GenAI-Perf, its predecessor.
  llama_bench,  ///< `llama-bench` of llama.cpp.
};

/// `vllm bench serve`, `sglang bench_serving`, `AIPerf`, `GenAI-Perf`, `llama-bench`.
[[nodiscard]] std::string_view to_string(RequestTool tool) noexcept;

/// A distribution over requests, in nanoseconds; absent what the tool did not print.
struct LatencyStats {
  std::optional<double> mean_ns;
  std::optional<double> median_ns;
  std::optional<double> p90_ns;
  std::optional<double> p95_ns;
  std::optional<double> p99_ns;

  friend bool operator==(LatencyStats const&, LatencyStats const&) = default;
};

/// One run of such a program: what a client saw.
struct RequestRun {
  RequestTool tool = RequestTool::vllm;
  std::string model;                      ///< As the tool names it; empty if it does not.
  std::string test;                       ///< `pp512`, `tg128 @ d4096`: llama-bench alone, else empty.
  std::optional<std::uint64_t> requests;  ///< That were answered; repetitions of llama-bench.
  std::optional<std::uint64_t> failed;
  std::optional<double> concurrency;  ///< Most requests at a time that were asked for; absent if unlimited.
  std::optional<double> mean_concurrency;     ///< That was reached.
  std::optional<double> request_rate;         ///< Per second, that was asked for; absent if unlimited.
  std::optional<double> duration_s;           ///< Of the whole run.
  std::optional<std::uint64_t> input_tokens;  ///< Over all requests.
  std::optional<std::uint64_t> output_tokens;
  std::optional<double> requests_per_second;
  std::optional<double> input_tokens_per_second;
  std::optional<double> output_tokens_per_second;
  std::optional<double> total_tokens_per_second;
  std::optional<LatencyStats> ttft;  ///< From sending a request to its first token.
  std::optional<LatencyStats> tpot;  ///< Of each request, (latency - TTFT) / (output tokens - 1).
  std::optional<LatencyStats> itl;   ///< Between two answers of a stream, each gap by itself.
  std::optional<LatencyStats> e2e;   ///< From sending a request to its last token.
  std::uint64_t line = 0;            ///< Where it begins in the file, 1-based.
};

/// What one result file of such a program holds.
struct RequestMetrics {
  std::string source;
  std::vector<RequestRun> runs;  ///< In file order; at least one.
  Diagnostics diagnostics;
};

}  // namespace v0
}  // namespace llmprof
