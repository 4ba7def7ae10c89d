// SPDX-License-Identifier: MIT
#include "libllmprof/parse/request_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

namespace llmprof::inline v0 {
namespace {

constexpr double ns_per_ms = 1e6;

std::optional<double> first_number(FlatJson const& result, std::initializer_list<std::string_view> paths) {
  for (std::string_view const path : paths) {
    if (auto const value = result.number(path)) return value;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> first_count(FlatJson const& result,
                                         std::initializer_list<std::string_view> paths) {
  for (std::string_view const path : paths) {
    if (auto const value = result.count(path)) return value;
  }
  return std::nullopt;
}

std::string first_text(FlatJson const& result, std::initializer_list<std::string_view> paths) {
  for (std::string_view const path : paths) {
    if (auto const value = result.text(path)) return *value;
  }
  return {};
}

/// Zero is what tools write where nothing was measured.
std::optional<double> scaled_latency(std::optional<double> value, double factor) {
  if (!value || !(*value > 0) || !std::isfinite(*value * factor)) return std::nullopt;
  return *value * factor;
}

/// Absent if nothing of it is known.
std::optional<LatencyStats> known(LatencyStats const& stats) {
  return stats == LatencyStats{} ? std::nullopt : std::optional(stats);
}

/// `mean_ttft_ms`, `p99_ttft_ms`, ...
std::optional<LatencyStats> milliseconds_of(FlatJson const& result, std::string const& metric) {
  auto const read = [&](std::string const& statistic) {
    return scaled_latency(result.number(statistic + '_' + metric + "_ms"), ns_per_ms);
  };
  LatencyStats stats{read("mean"), read("median"), read("p90"), read("p95"), read("p99")};
  if (!stats.median_ns) stats.median_ns = read("p50");
  return known(stats);
}

/// What vLLM's client and SGLang's, which began as a copy of it, both write.
RequestRun read_serving_run(FlatJson const& result) {
  RequestRun run;
  run.model = first_text(result, {"model_id", "model", "server_info.model_path", "tokenizer_id"});
  run.requests = result.count("completed");
  run.failed = result.count("failed");
  run.concurrency = result.number("max_concurrency");
  run.mean_concurrency = result.number("concurrency");
  run.request_rate = result.number("request_rate");  // `inf` and Infinity are no numbers here
  run.duration_s = result.number("duration");
  run.input_tokens = result.count("total_input_tokens");
  run.output_tokens = result.count("total_output_tokens");
  run.requests_per_second = result.number("request_throughput");
  run.input_tokens_per_second = result.number("input_throughput");
  run.output_tokens_per_second = result.number("output_throughput");
  run.total_tokens_per_second = first_number(result, {"total_token_throughput", "total_throughput"});
  run.ttft = milliseconds_of(result, "ttft");
  run.tpot = milliseconds_of(result, "tpot");
  run.itl = milliseconds_of(result, "itl");
  run.e2e = milliseconds_of(result, "e2el");
  if (!run.e2e) run.e2e = milliseconds_of(result, "e2e_latency");
  return run;
}

/// ns in a unit of AIPerf; absent if it is none of time.
std::optional<double> ns_in(std::string_view unit) {
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s" || unit == "sec" || unit == "seconds") return 1e9;
  return std::nullopt;
}

/// `{"unit": "ms", "avg": 12.5, "p50": 12.1, ...}`. Without a unit it is unknown, for the unit alone tells.
std::optional<LatencyStats> block_of(FlatJson const& result, std::string const& metric) {
  auto const factor = ns_in(result.text(metric + ".unit").value_or(""));
  if (!factor) return std::nullopt;
  auto const read = [&](std::string const& statistic) {
    return scaled_latency(result.number(metric + '.' + statistic), *factor);
  };
  return known({read("avg"), read("p50"), read("p90"), read("p95"), read("p99")});
}

std::optional<double> seconds_of(FlatJson const& result, std::string const& metric) {
  auto const stats = block_of(result, metric);
  return stats && stats->mean_ns ? std::optional(*stats->mean_ns * 1e-9) : std::nullopt;
}

/// A setting of the load, which moved from version to version.
std::optional<double> load_setting(FlatJson const& result, std::string const& name) {
  for (std::string const folder : {"loadgen.", "perf_analyzer.stimulus.", "phases.profiling.", ""}) {
    if (auto const value = result.number("input_config." + folder + name)) return value;
  }
  for (std::string const index : {"0", "1", "2", "3"}) {
    std::string const phase = "input_config.phases." + index + '.';
    if (result.text(phase + "name") == "profiling") return result.number(phase + name);
  }
  return std::nullopt;
}

RequestRun read_aiperf_run(FlatJson const& result) {
  RequestRun run;
  run.model = first_text(
      result, {"input_config.endpoint.model_names.0", "input_config.model_names.0", "input_config.model.0",
               "input_config.models.0", "input_config.models.items.0.name", "input_config.model"});
  run.requests = result.count("request_count.avg");
  run.failed = result.count("error_request_count.avg");
  run.concurrency = load_setting(result, "concurrency");
  run.request_rate = load_setting(result, "request_rate");
  run.duration_s = seconds_of(result, "benchmark_duration");
  run.input_tokens = first_count(result, {"total_isl.avg", "input_sequence_length.sum"});
  run.output_tokens = first_count(result, {"total_osl.avg", "output_sequence_length.sum"});
  run.requests_per_second = result.number("request_throughput.avg");
  run.output_tokens_per_second = result.number("output_token_throughput.avg");
  run.total_tokens_per_second = result.number("total_token_throughput.avg");
  run.ttft = block_of(result, "time_to_first_token");
  run.tpot = block_of(result, "inter_token_latency");
  run.itl = block_of(result, "inter_chunk_latency");
  run.e2e = block_of(result, "request_latency");
  return run;
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// `pp512+tg128 @ d4096`, as llama-bench names its tests in tables.
std::string test_name(std::uint64_t prompt, std::uint64_t generated, std::uint64_t depth) {
  std::string name;
  if (prompt > 0) name = "pp" + std::to_string(prompt);
  if (generated > 0) name += (name.empty() ? "tg" : "+tg") + std::to_string(generated);
  if (depth > 0) name += " @ d" + std::to_string(depth);
  return name;
}

/// Absent if it does not fit.
std::optional<std::uint64_t> product(std::uint64_t tokens, std::uint64_t repetitions) {
  std::uint64_t all = 0;
  if (__builtin_mul_overflow(tokens, repetitions, &all)) return std::nullopt;
  return all;
}

/// The whole path may tell more than a report should.
std::string file_name(std::string const& path) { return path.substr(path.find_last_of("/\\") + 1); }

/// A handful of repetitions has a mean and a median, and no percentiles.
std::optional<LatencyStats> repetitions(FlatJson const& result, double parts) {
  return known({scaled_latency(result.number("avg_ns"), 1 / parts),
                scaled_latency(median(result.list()), 1 / parts),
                {},
                {},
                {}});
}

RequestRun read_llama_bench_run(FlatJson const& result) {
  auto const prompt = result.count("n_prompt").value_or(0);
  auto const generated = result.count("n_gen").value_or(0);
  RequestRun run;
  run.model = first_text(result, {"model_type"});
  if (run.model.empty()) run.model = file_name(first_text(result, {"model_filename"}));
  run.test = test_name(prompt, generated, result.count("n_depth").value_or(0));
  run.concurrency = 1;
  if (auto const& samples = result.list(); !samples.empty()) {
    run.requests = samples.size();
    run.duration_s = std::accumulate(samples.begin(), samples.end(), 0.0) * 1e-9;
    run.input_tokens = product(prompt, samples.size());
    run.output_tokens = product(generated, samples.size());
  }
  auto const speed = result.number("avg_ts");
  if (generated == 0) {
    run.input_tokens_per_second = speed;
    run.ttft = repetitions(result, 1);
  } else if (prompt == 0) {
    run.output_tokens_per_second = speed;
    run.tpot = repetitions(result, static_cast<double>(generated));
  } else {
    run.total_tokens_per_second = speed;
    run.e2e = repetitions(result, 1);
  }
  return run;
}

bool has_any(FlatJson const& result, std::initializer_list<std::string_view> paths) {
  return std::any_of(paths.begin(), paths.end(), [&](std::string_view path) { return result.has(path); });
}

bool is_of_aiperf(FlatJson const& result) {
  return has_any(result, {"aiperf_version", "schema_version", "benchmark_id",
                          "input_config.loadgen.concurrency", "input_config.loadgen.request_rate",
                          "input_config.endpoint.model_names.0", "input_config.phases.0.name"});
}

}  // namespace

std::optional<RequestTool> request_tool(FlatJson const& result) {
  if (result.has("n_prompt") && result.has("n_gen") && result.has("avg_ns")) return RequestTool::llama_bench;
  if (has_any(result, {"time_to_first_token.avg", "request_latency.avg", "request_throughput.avg"}))
    return is_of_aiperf(result) ? RequestTool::aiperf : RequestTool::genai_perf;
  if (!result.has("completed")) return std::nullopt;
  if (has_any(result, {"mean_e2e_latency_ms", "median_e2e_latency_ms"})) return RequestTool::sglang;
  if (has_any(result, {"mean_ttft_ms", "mean_e2el_ms", "total_token_throughput"})) return RequestTool::vllm;
  return std::nullopt;
}

RequestRun read_request_run(FlatJson const& result, RequestTool tool) {
  RequestRun run;
  switch (tool) {
    case RequestTool::vllm:
    case RequestTool::sglang: run = read_serving_run(result); break;
    case RequestTool::aiperf:
    case RequestTool::genai_perf: run = read_aiperf_run(result); break;
    case RequestTool::llama_bench: run = read_llama_bench_run(result); break;
  }
  run.tool = tool;
  return run;
}

}  // namespace llmprof::inline v0
