// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/request_metrics.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads the results of a program that measures an engine from outside; which one is told by the content:
///
/// - `vllm bench serve --save-result` (JSON) or `--append-result` (JSON after JSON),
/// - `python -m sglang.bench_serving --output-file` (JSON Lines, a run each),
/// - `profile_export_aiperf.json` of AIPerf, `profile_export_genai_perf.json` of GenAI-Perf,
/// - `llama-bench -o json` and `-o jsonl`, a run for each test.
///
/// Latencies become nanoseconds, whatever unit the file has. AIPerf and GenAI-Perf call inter_token_latency
/// what others call TPOT, and it is read as that; ITL is their inter_chunk_latency. llama-bench has no
/// requests: a test of prompts alone gives the TTFT, without tokenisation and sampling, one of generation
/// alone the TPOT. A latency of zero is what tools write where there was nothing to measure, and is absent.
/// A last line that was cut, and members that cannot be, are diagnostics.
///
/// @param source Used in messages only.
/// @throws ParseError if the text is no JSON, or none of these; says what it has and what was expected.
[[nodiscard]] RequestMetrics read_request_metrics(std::string_view text, std::string source = "<text>");

/// The same from a file, or from standard input for `-`.
/// @throws IoError if the file cannot be opened or read.
[[nodiscard]] RequestMetrics read_request_metrics_file(std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
